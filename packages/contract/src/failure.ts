import { z } from 'zod'

/** A rule that a field broke; `message` is ready to be shown beside it. */
export const FieldFailure = z.object({ path: z.string(), message_id: z.string(), message: z.string() })
export type FieldFailure = z.infer<typeof FieldFailure>

/** The body of every answer that is not a success. */
export const Failure = z.object({
  meta: z.object({
    /** Application code where there is one (8002, 8003, 8004, 50002), else the HTTP status. */
    code: z.int(),
    error: z.string(),
    message: z.string(),
    fields: z.array(FieldFailure).optional(),
  }),
})
export type Failure = z.infer<typeof Failure>
