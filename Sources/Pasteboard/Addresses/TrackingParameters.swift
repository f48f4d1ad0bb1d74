/// A parameter of addresses that tells who followed a link, and selects nothing of the page.
struct TrackingParameter: Sendable {
  /// The name in lower case; `*` at its end stands for anything.
  let name: String
  /// The hosts where it tracks, with those below them; none for all. `.*` at the end stands for a country's domain.
  let hosts: [String]

  /// Whether it is a parameter of this name in an address of this host, both in lower case.
  func matches(_ name: String, at host: String) -> Bool {
    let isNamed = self.name.hasSuffix("*") ? name.hasPrefix(self.name.dropLast()) : name == self.name
    return isNamed && (hosts.isEmpty || hosts.contains { Self.isBelow(host, $0) })
  }

  /// Whether a host is one of a pattern, or below it.
  private static func isBelow(_ host: String, _ pattern: String) -> Bool {
    let labels = host.split(separator: ".")
    guard pattern.hasSuffix(".*") else {
      return labels.suffix(pattern.split(separator: ".").count).joined(separator: ".") == pattern
    }
    // One or two labels follow the name: com, de, co.uk.
    let name = pattern.dropLast(2)
    return labels.dropLast().last == name
      || labels.count > 2 && labels.last?.count == 2 && labels.dropLast(2).last == name
  }

  /// A row of the table: names by white space, the hosts, and who defines the names, with the documentation.
  private struct Row {
    let names: String
    let hosts: [String]
    let source: String

    init(_ names: String, at hosts: [String] = [], by source: String) {
      (self.names, self.hosts, self.source) = (names, hosts, source)
    }
  }

  static let all = (everywhere + bySite).flatMap { row in
    row.names.split(separator: " ").map { TrackingParameter(name: String($0), hosts: row.hosts) }
  }

  /// Parameters that services for advertising, mail and statistics add to the addresses of any site.
  private static let everywhere = [
    Row("utm_*", by: "Google Analytics, 'URL builders: Collect campaign data with custom URLs'"),
    Row("_ga _gl", by: "Google Analytics, 'Set up cross-domain measurement'"),
    Row(
      "gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid srsltid",
      by: "Google Ads and Merchant Center, 'Auto-tagging'"),
    Row("fbclid", by: "Meta, 'fbp and fbc parameters' of the Conversions API"),
    Row("msclkid", by: "Microsoft Advertising, 'Auto-tagging of Click ID'"),
    Row("yclid ysclid _openstat ymclid", by: "Yandex Direct and Metrica, 'Link markup'"),
    Row("twclid", by: "X Ads, 'Conversion tracking for websites'"),
    Row("ttclid", by: "TikTok for Business, 'About TikTok Click ID'"),
    Row("li_fat_id", by: "LinkedIn, 'Enable first-party cookies on a LinkedIn Insight Tag'"),
    Row("rdt_cid", by: "Reddit Ads, 'Click ID'"),
    Row("epik", by: "Pinterest, 'Conversions: click ID'"),
    Row("sccid", by: "Snapchat Ads, 'Click ID'"),
    Row("igshid igsh", by: "Instagram, links of its button to share"),
    Row("mc_cid mc_eid mc_tc", by: "Mailchimp, 'About e-commerce and click tracking'"),
    Row(
      "_hsenc _hsmi __hssc __hstc __hsfp hsctatracking", by: "HubSpot, 'Cookies set in a visitor's browser'"),
    Row("mkt_tok", by: "Adobe Marketo Engage, 'mkt_tok' in links of mail"),
    Row("s_cid s_kwcid", by: "Adobe Analytics and Advertising, 'Tracking codes'"),
    Row("ef_id", by: "Adobe Advertising, 'EF ID'"),
    Row("mtm_* matomo_* pk_* piwik_*", by: "Matomo, 'Campaign tracking'"),
    Row("vero_id vero_conv", by: "Vero, links of mail"),
    Row("oly_anon_id oly_enc_id", by: "Omeda Olytics, 'Query string parameters'"),
    Row("_kx", by: "Klaviyo, 'Click tracking of known browsers'"),
    Row("__s", by: "Drip, links of mail (Firefox removes it, 'Query Parameter Stripping')"),
    Row("wickedid", by: "Wicked Reports (Brave removes it, 'Query String Filter')"),
    Row("rb_clickid", by: "Brave, 'Query String Filter'"),
    Row("irclickid irgwc", by: "impact.com, 'Click ID'"),
    Row("ml_subscriber ml_subscriber_hash", by: "MailerLite, links of mail"),
    Row("elqtrackid elqtrack elqaid elqat elqcampaignid", by: "Oracle Eloqua, 'Query string parameters'"),
    Row("_branch_match_id _branch_referrer", by: "Branch, 'Deep links of the web'"),
    Row("tblci dicbo obclid", by: "Taboola and Outbrain, 'Click ID'"),
    Row("at_campaign at_medium", by: "Piano Analytics, 'Marketing campaigns'"),
    Row("cx_click cx_recsorder cx_recswidget", by: "Piano, recommendations"),
  ]

  /// Parameters that mean something else at other sites.
  private static let bySite = [
    Row("si pp", at: ["youtube.com", "youtu.be"], by: "YouTube, links of its button to share"),
    Row("feature", at: ["youtu.be"], by: "YouTube, links of its button to share"),
    Row("si", at: ["spotify.com"], by: "Spotify, links of its button to share"),
    Row("s t ref_src ref_url", at: ["twitter.com", "x.com"], by: "X, links of its button to share"),
    Row(
      "mibextid rdid share_url __tn__ __cft__* paipv eav", at: ["facebook.com"],
      by: "Facebook, links of its button to share"),
    Row(
      "share_id rdt ref_source ref_campaign", at: ["reddit.com"], by: "Reddit, links of its button to share"),
    Row(
      "_r _t is_from_webapp is_copy_url sender_device sender_web_id share_app_id share_link_id tt_from",
      at: ["tiktok.com"], by: "TikTok, links of its button to share"),
    Row(
      "trk trkinfo trackingid lipi midtoken midsig rcm", at: ["linkedin.com"], by: "LinkedIn, mail and feed"),
    Row(
      "pd_rd_* pf_rd_* ref_ ref sprefix crid qid dib dib_tag _encoding content-id cv_ct_cx ascsubtag",
      at: ["amazon.*"], by: "Amazon, lists of search and of recommendations"),
    Row(
      "_trkparms _trksid amdata mkevt mkcid mkrid campid toolid customid", at: ["ebay.*"],
      by: "eBay Partner Network, 'Tracking links'"),
    Row(
      "spm scm pvid algo_pvid algo_exp_id aff_fcid aff_fsk", at: ["aliexpress.*", "taobao.com", "tmall.com"],
      by: "Alibaba, SPM codes"),
    Row(
      "spm_id_from vd_source share_source share_medium", at: ["bilibili.com"],
      by: "Bilibili, links of its button to share"),
    Row(
      "ved ei sei sca_esv sca_upv sxsrf gs_l gs_lcp gs_lcrp gs_ssp uact iflsig sclient aqs sourceid oq",
      at: ["google.*"],
      by: "Google Search, pages of results"),
    Row("cvid form pq sk sp qs sc", at: ["bing.com"], by: "Bing, pages of results"),
    Row("smid", at: ["nytimes.com"], by: "The New York Times, links of its button to share"),
    Row("source", at: ["medium.com"], by: "Medium, lists of recommendations"),
    Row("cmpid", at: ["bloomberg.com"], by: "Bloomberg, mail"),
    Row("mod reflink", at: ["wsj.com"], by: "The Wall Street Journal, links of its button to share"),
  ]
}
