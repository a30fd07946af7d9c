import { shopPlaceholderNames, unknownPlaceholderNames } from '@kushi/values/promise'
import type { z } from 'zod'

/** Checks that every name in braces in a text of the shop is a placeholder for a fact of the shop (決まりの差し込み). */
export const withCheckedPlaceholders = <T extends z.ZodType<string>>(text: T) =>
  text.refine((typed) => unknownPlaceholderNames(typed).length === 0, {
    error: ({ input }) => {
      const names = unknownPlaceholderNames(String(input)).map((name) => `{${name}}`)
      return `${names.join('、')}という差し込みはありません。使えるのは、${shopPlaceholderNames.map((name) => `{${name}}`).join('、')}です。`
    },
  })
