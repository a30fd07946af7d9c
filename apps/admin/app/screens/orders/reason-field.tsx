import { TextAreaField } from '../../ui/field.tsx'

/** 理由 of what is decided about an order, for the shop's own people. `ask`: what it has to say here. */
export const ReasonField = ({ ask = '' }: { ask?: string }) => (
  <TextAreaField
    name="decision_reason"
    label="理由"
    isRequired
    rows={2}
    maxLength={500}
    hint={`${ask}お店の人だけが見ます。`}
  />
)
