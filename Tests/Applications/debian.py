"""What is installed on this machine."""
import shutil, subprocess


def missing(*programs):
    """Which of them is not there, in words; None if all are."""
    for program in programs:
        if not shutil.which(program):
            return f'{program} is not installed'
    return None


def version(package):
    """The version of a Debian package, without what Debian adds to it."""
    answer = subprocess.run(['dpkg-query', '-W', '-f=${Version}', package], capture_output=True, text=True)
    return answer.stdout.split(':')[-1].split('-')[0].split('+')[0].split('~')[0]
