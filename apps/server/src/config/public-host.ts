import { isLocalHost } from './sandbox-rule.ts'

/** Whether a host looks like an internet name. An IP address, however it is written, does not end in letters. */
export const isPublicHost = (host: string): boolean =>
  /\.([a-z]{2,}|xn--[\w-]+)$/i.test(host) && !isLocalHost(host) && !/\.(internal|local)$/i.test(host)
