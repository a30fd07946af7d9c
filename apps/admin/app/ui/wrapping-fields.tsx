import type { ChangeOptions } from '@kushi/contract/admin/order'
import type { WrappingDraft } from '@kushi/contract/form/wrapping'
import {
  isWrappingOffered,
  MAX_CARD_TEXT_LENGTH,
  MAX_NAME_ON_LENGTH,
  toWrappingChoice,
  type Wrapping,
} from '@kushi/values/wrapping'
import { useWatch } from 'react-hook-form'
import { formFor } from './form-for.ts'
import { Section } from './page.tsx'
import { formatYenCell } from './time.tsx'

const { TextField, TextAreaField, SelectField, CheckField } = formFor<WrappingFormValues>()

/** ギフト in the form. */
export interface WrappingFormValues {
  wrapping: WrappingDraft
}

export const typedWrapping = (wrapping: Wrapping | null): WrappingDraft => {
  const choice = toWrappingChoice(wrapping)
  return {
    wrap: choice?.wrap ?? '',
    noshi: choice?.noshi?.wrapping_name ?? '',
    words: choice?.noshi?.noshi_text ?? '',
    name_on: choice?.noshi?.name_on ?? '',
    has_card: choice !== null && choice.message_card !== null,
    card: choice?.message_card ?? '',
  }
}

interface NamedFee {
  wrapping_name: string
  wrapping_fee: number
}

interface WrappingFieldsProps {
  offer: ChangeOptions['wrapping_offer']
  /** What the order has; it stays possible at its fee. */
  kept: Wrapping | null
}

/** ギフト包装・のし・カード of an order. */
export function WrappingFields({ offer, kept }: WrappingFieldsProps) {
  const { noshi, has_card } = useWatch<WrappingFormValues, 'wrapping'>({ name: 'wrapping' })
  if (!isWrappingOffered(offer) && kept === null) return null
  const choices = (all: readonly NamedFee[], own: NamedFee | null) =>
    [...(own ? [own] : []), ...all.filter((one) => one.wrapping_name !== own?.wrapping_name)].map(
      ({ wrapping_name, wrapping_fee }) => ({
        value: wrapping_name,
        label: `${wrapping_name}(${formatYenCell(wrapping_fee)})`,
      }),
    )
  const kind = offer.noshi.find(({ wrapping_name }) => wrapping_name === noshi)
  const words = [
    ...new Set([
      ...(kept?.noshi && kept.noshi.wrapping_name === noshi ? [kept.noshi.noshi_text] : []),
      ...(kind?.noshi_words ?? []),
    ]),
  ]
  const cardFee = kept?.message_card?.wrapping_fee ?? offer.card_fee
  return (
    <Section title="ギフト" lead={kept ? 'すでに選ばれているものは、そのときの料金のままです。' : undefined}>
      <div className="grid gap-x-4 md:grid-cols-3">
        <SelectField
          name="wrapping.wrap"
          label="ギフト包装"
          empty="なし"
          choices={choices(offer.wraps, kept?.wrap ?? null)}
        />
        <SelectField
          name="wrapping.noshi"
          label="のし"
          empty="なし"
          choices={choices(offer.noshi, kept?.noshi ?? null)}
        />
        {noshi && (
          <>
            <SelectField
              key={noshi}
              name="wrapping.words"
              label="表書き"
              empty="選択してください"
              choices={words.map((value) => ({ value, label: value }))}
            />
            <TextField name="wrapping.name_on" label="お名入れ" maxLength={MAX_NAME_ON_LENGTH} />
          </>
        )}
      </div>
      {cardFee !== null && (
        <CheckField name="wrapping.has_card" label={`メッセージカード(${formatYenCell(cardFee)})`} />
      )}
      {has_card && <TextAreaField name="wrapping.card" label="メッセージ" rows={4} maxLength={MAX_CARD_TEXT_LENGTH} />}
    </Section>
  )
}
