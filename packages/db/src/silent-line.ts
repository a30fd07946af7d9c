/**
 * Options of a connection, so that the kernel closes it 20 seconds after it was silently cut: it probes after ten idle
 * seconds, then ten times, once a second. Its own default is two hours. Unanswered statements have timeouts of their own.
 */
export const noticesSilence = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }
