import { promiseNames, unknownPromises } from '@kushi/values/promise'
import type { z } from 'zod'

/** A text of the shop: a name in braces has to be one of the blocks (決まりの差し込み). */
export const promising = <T extends z.ZodType<string>>(text: T) =>
  text.refine((typed) => unknownPromises(typed).length === 0, {
    error: ({ input }) => {
      const names = unknownPromises(String(input)).map((name) => `{${name}}`)
      return `${names.join('、')}という差し込みはありません。使えるのは、${promiseNames.map((name) => `{${name}}`).join('、')}です。`
    },
  })
