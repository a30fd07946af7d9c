/**
 * For connections: one that was cut without a word is given up within 20 seconds, while nothing is being sent on it. The kernel asks after
 * ten seconds of silence, then each second; by itself it would ask after two hours.
 */
export const noticesSilence = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }
