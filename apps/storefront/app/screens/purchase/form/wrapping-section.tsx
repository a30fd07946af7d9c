import type { WrappingDraft } from '@kushi/contract/form/wrapping'
import { isWrappingOffered, MAX_CARD_LINES, MAX_CARD_TEXT_LENGTH, MAX_NAME_ON_LENGTH } from '@kushi/values/wrapping'
import { formatYen } from '@kushi/values/yen'
import { useEffect } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { FoldedPart } from '../../../form/folded-part.tsx'
import { FormSection } from '../../../form/form.tsx'
import type { PurchaseFields } from '../../../form/purchase.ts'
import { useFields } from '../../../form/use-fields.ts'
import { useShop } from '../../../shell/use-shell.ts'
import { emptyDraft } from '../../../state/purchase-draft.ts'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextAreaField, TextField } from '../../../ui/text-field.tsx'

const named = (name: string, fee: number) => (fee === 0 ? `${name}(無料)` : `${name}(${formatYen(fee)})`)

const optionOf = ({ wrapping_name, wrapping_fee }: { wrapping_name: string; wrapping_fee: number }) => ({
  value: wrapping_name,
  label: named(wrapping_name, wrapping_fee),
})

/** ギフト: wrapping, のし and a card, if the shop offers them. What it no longer offers is taken out of the draft. */
export function WrappingSection({ isLetter }: { isLetter: boolean }) {
  const offer = useShop()?.wrapping_offer
  const { setValue } = useFormContext<PurchaseFields>()
  const { field } = useFields<WrappingDraft>('wrapping.')
  const { errors } = useFormState<PurchaseFields>()
  const { wrap, noshi, words, has_card } = useWatch<PurchaseFields, 'wrapping'>({ name: 'wrapping' })
  const kind = offer?.noshi.find(({ wrapping_name }) => wrapping_name === noshi)
  const isUnavailable =
    offer !== undefined &&
    ((wrap !== '' && !offer.wraps.some(({ wrapping_name }) => wrapping_name === wrap)) ||
      (noshi !== '' && !kind) ||
      (has_card && offer.card_fee === null))
  useEffect(() => {
    if (isUnavailable) setValue('wrapping', emptyDraft.wrapping)
  }, [isUnavailable, setValue])
  // 表書き of one のし are not those of another.
  useEffect(() => {
    if (words !== '' && kind && !kind.noshi_words.includes(words)) setValue('wrapping.words', '')
  }, [kind, words, setValue])
  if (!offer || !isWrappingOffered(offer)) return null
  return (
    <FormSection title="ギフト">
      {isLetter ? (
        <Notice>メール便では、ギフト包装・のし・メッセージカードを承れません。</Notice>
      ) : (
        <FoldedPart
          title="贈りものにする"
          isFilled={wrap !== '' || noshi !== '' || has_card}
          hasError={errors.wrapping !== undefined}
        >
          {() => (
            <>
              {offer.wraps.length > 0 && (
                <SelectField
                  {...field('wrap')}
                  label="ギフト包装"
                  required={false}
                  options={offer.wraps.map(optionOf)}
                  placeholder="希望しない"
                />
              )}
              {offer.noshi.length > 0 && (
                <SelectField
                  {...field('noshi')}
                  label="のし"
                  required={false}
                  options={offer.noshi.map(optionOf)}
                  placeholder="希望しない"
                />
              )}
              {kind && (
                <SelectField
                  {...field('words')}
                  label="表書き"
                  required
                  options={kind.noshi_words.map((value) => ({ value, label: value }))}
                  placeholder="選択してください"
                />
              )}
              {kind?.has_name && (
                <TextField
                  {...field('name_on')}
                  label="お名入れ"
                  required={false}
                  maxLength={MAX_NAME_ON_LENGTH}
                  hint={`のしに書くお名前です。${MAX_NAME_ON_LENGTH}文字まで`}
                />
              )}
              {offer.card_fee !== null && (
                <CheckboxField {...field('has_card')} label={named('メッセージカードを付ける', offer.card_fee)} />
              )}
              {offer.card_fee !== null && has_card && (
                <TextAreaField
                  {...field('card')}
                  label="メッセージ"
                  required
                  maxLength={MAX_CARD_TEXT_LENGTH}
                  hint={`カードに印刷します。${MAX_CARD_TEXT_LENGTH}文字・${MAX_CARD_LINES}行まで(絵文字は印刷できません)`}
                />
              )}
            </>
          )}
        </FoldedPart>
      )}
    </FormSection>
  )
}
