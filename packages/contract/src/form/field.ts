import type { FieldRule } from '@kushi/values/field-rule'
import * as z from 'zod/mini'

/** A text that keeps `rules` in their order; the first broken one is told, with its message id. */
export const field = (...rules: FieldRule[]) =>
  z.string({ error: () => rules[0]?.('')?.message ?? '' }).check((ctx) => {
    for (const rule of rules) {
      const broken = rule(ctx.value)
      if (!broken) continue
      ctx.issues.push({
        code: 'custom',
        input: ctx.value,
        message: broken.message,
        params: { message_id: broken.message_id },
      })
      return
    }
  })

/** As `field`, but nothing typed is fine too. */
export const optionalField = (...rules: FieldRule[]) =>
  field((value) => {
    if (value.trim() === '') return null
    for (const rule of rules) {
      const broken = rule(value)
      if (broken) return broken
    }
    return null
  })
