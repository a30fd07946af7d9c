import * as z from 'zod/mini'
import { inquiryShape } from './contact.ts'

/** お問い合わせ from LINE: the name and the reply address come from the LINE account. */
export const LineContactForm = z.object(inquiryShape)
export type LineContactForm = z.infer<typeof LineContactForm>
