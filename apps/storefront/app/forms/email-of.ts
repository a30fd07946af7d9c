import { toHalfWidth } from '@kushi/values/text'

/** An e-mail address as it was meant, however it was typed. */
export const emailOf = (typed: string) => toHalfWidth(typed).replace(/\s/g, '')
