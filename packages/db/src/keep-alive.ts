/**
 * TCP keepalive of database connections: an idle connection that was silently cut is closed within 20 seconds. The first
 * probe is sent after 10 seconds of silence, then one each second; the kernel's default is two hours.
 */
export const keepAliveOptions = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }
