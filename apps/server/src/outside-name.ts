import { isLocalHost } from './sandbox-rule.ts'

/** Whether a host looks like a name of the internet. An address in any spelling has no end of letters. */
export const isOutsideName = (host: string): boolean =>
  /\.([a-z]{2,}|xn--[\w-]+)$/i.test(host) && !isLocalHost(host) && !/\.(internal|local)$/i.test(host)
