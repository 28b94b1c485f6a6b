//! The clock of a thread, for times on a busy machine.

use std::error::Error;
use std::time::Duration;

/// For how long this thread has computed: the clock stands still while other programs have the core.
#[cfg(target_os = "linux")]
pub(crate) fn thread_time() -> Result<Duration, Box<dyn Error>> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Ok(Duration::new(time.tv_sec.try_into()?, time.tv_nsec.try_into()?))
}

/// The time of day, where threads have no clock of their own.
#[cfg(not(target_os = "linux"))]
pub(crate) fn thread_time() -> Result<Duration, Box<dyn Error>> {
    Ok(std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?)
}
