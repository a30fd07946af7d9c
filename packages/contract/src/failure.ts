import { z } from 'zod'

/** A rule that a field violates; `message` is ready to show beside the field. */
export const FieldFailure = z.object({ path: z.string(), message_id: z.string(), message: z.string() })
export type FieldFailure = z.infer<typeof FieldFailure>

/** The body of every error response. */
export const Failure = z.object({
  meta: z.object({
    /** The application code if there is one (8002, 8003, 8004, 50002), otherwise the HTTP status. */
    code: z.int(),
    error: z.string(),
    message: z.string(),
    fields: z.array(FieldFailure).optional(),
  }),
})
export type Failure = z.infer<typeof Failure>
