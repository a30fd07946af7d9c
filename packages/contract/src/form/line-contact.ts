import * as z from 'zod/mini'
import { questionShape } from './contact.ts'

/** お問い合わせ from LINE: the name and the reply address come from the LINE account. */
export const LineContactForm = z.object(questionShape)
export type LineContactForm = z.infer<typeof LineContactForm>
