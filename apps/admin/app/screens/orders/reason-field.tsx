import type { OrderChange } from '@kushi/contract/admin/order'
import { formFor } from '../../ui/form-for.ts'

const { TextAreaField } = formFor<Pick<OrderChange, 'decision_reason'>>()

/** The reason (理由) for a decision about an order, shown only to the shop's staff. `question`: what the reason has to include. */
export const ReasonField = ({ question = '' }: { question?: string }) => (
  <TextAreaField
    name="decision_reason"
    label="理由"
    isRequired
    rows={2}
    maxLength={500}
    hint={`${question}お店の人だけが見ます。`}
  />
)
