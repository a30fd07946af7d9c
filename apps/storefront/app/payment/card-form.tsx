import { CARD_BRAND_NAME, cardBrand, cardExpiryYears, OFFERED_CARD_BRANDS } from '@kushi/values/card'
import { compactDigits } from '@kushi/values/text'
import { today } from '../today.ts'
import { Notice } from '../ui/notice.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { cardDigits, cvcLength, holderOf } from './card-fields.ts'
import { CardNumberField } from './card-number-field.tsx'
import type { CardFormState } from './use-card-form.ts'

const months = Array.from({ length: 12 }, (_, index) => {
  const month = String(index + 1).padStart(2, '0')
  return { value: month, label: `${month}月` }
})

/** カードの入力. No field has a name, so that no form can submit it and the browser can't restore it. */
export function CardForm({ form }: { form: CardFormState }) {
  const { card, failures, problem, change, leave } = form
  const years = cardExpiryYears(today()).map((year) => ({ value: String(year), label: `${year}年` }))
  const brand = cardBrand(cardDigits(card.number))
  const length = cvcLength(card.number)
  return (
    <div className="grid gap-4">
      {problem && (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
      <CardNumberField
        value={card.number}
        brand={brand && CARD_BRAND_NAME[brand]}
        hint={OFFERED_CARD_BRANDS.map((offered) => CARD_BRAND_NAME[offered]).join('・')}
        error={failures.number}
        onValue={(number) => change({ number })}
        onLeave={() => leave('number')}
      />
      <div className="grid grid-cols-2 gap-4">
        <SelectField
          label="有効期限(月)"
          required
          options={months}
          placeholder="月"
          autoComplete="cc-exp-month"
          value={card.month}
          error={failures.month}
          onChange={(event) => change({ month: event.currentTarget.value })}
        />
        <SelectField
          label="有効期限(年)"
          required
          options={years}
          placeholder="年"
          autoComplete="cc-exp-year"
          value={card.year}
          error={failures.year}
          onChange={(event) => change({ year: event.currentTarget.value, month: card.month })}
        />
      </div>
      <TextField
        label="セキュリティコード"
        required
        hint={length === 4 ? 'カード表面の4桁の数字' : 'カード裏面の3桁の数字'}
        inputMode="numeric"
        autoComplete="cc-csc"
        value={card.cvc}
        error={failures.cvc}
        normalize={compactDigits}
        onChange={(event) => change({ cvc: event.currentTarget.value })}
        onBlur={() => leave('cvc')}
      />
      <TextField
        label="カード名義"
        required
        hint="カードに記載のローマ字(例: HANAKO TSUBAKI)"
        autoComplete="cc-name"
        autoCapitalize="characters"
        spellCheck={false}
        value={card.holder}
        error={failures.holder}
        onChange={(event) => change({ holder: event.currentTarget.value })}
        normalize={holderOf}
        onBlur={() => leave('holder')}
      />
    </div>
  )
}
