import { z } from 'zod'

/** A rule that a field violates; `message` is ready to show beside the field. */
export const FieldFailure = z.object({
  path: z.string().meta({ description: 'The field, by its names from the body on, joined by dots.' }),
  message_id: z
    .string()
    .meta({ description: 'Message id (`cmn-err-001` to `016`), or the name of a rule of the shop.' }),
  message: z.string(),
})
export type FieldFailure = z.infer<typeof FieldFailure>

/** The body of every error response. */
export const Failure = z.object({
  meta: z
    .object({
      code: z.int().meta({
        description: 'HTTP status, or the application code (8002, 8003, 8004, 50002).',
      }),
      error: z.string().meta({ description: 'Constant name of the failure.' }),
      message: z.string(),
      fields: z.array(FieldFailure).optional().meta({ description: 'Fields that broke a rule.' }),
    })
    .meta({ description: 'What went wrong.' }),
})
export type Failure = z.infer<typeof Failure>
