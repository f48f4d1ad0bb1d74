public struct UTType {}
