import type { WrappingOffer } from '@kushi/values/wrapping'
import { useWatch } from 'react-hook-form'
import { formFor } from '../../ui/form-for.ts'
import { Section } from '../../ui/page.tsx'

interface Values {
  wrapping_offer: TypedWrappingOffer
}

const { TextField, NumberField, CheckField, Rows } = formFor<Values>()

/** 表書き in one field, and the card by a check. */
export interface TypedWrappingOffer {
  wraps: { wrapping_name: string; wrapping_fee: number | null }[]
  noshi: { wrapping_name: string; wrapping_fee: number | null; noshi_words: string; has_name: boolean }[]
  has_card: boolean
  card_fee: number | null
}

export const wrappingOfferValues = ({ wraps, noshi, card_fee }: WrappingOffer): TypedWrappingOffer => ({
  wraps: [...wraps],
  noshi: noshi.map((one) => ({ ...one, noshi_words: one.noshi_words.join('、') })),
  has_card: card_fee !== null,
  card_fee,
})

/** The server refuses what is missing, beside its field. */
export const wrappingOfferInput = ({ wraps, noshi, has_card, card_fee }: TypedWrappingOffer) => ({
  wraps: wraps.map((one) => ({ ...one, wrapping_fee: one.wrapping_fee as number })),
  noshi: noshi.map(({ noshi_words, ...one }) => ({
    ...one,
    wrapping_fee: one.wrapping_fee as number,
    noshi_words: noshi_words
      .split(/[、,，]/)
      .map((word) => word.trim())
      .filter(Boolean),
  })),
  card_fee: has_card ? (card_fee ?? 0) : null,
})

/** ギフト: what customers can choose with a single purchase. */
export function WrappingSection() {
  const hasCard = useWatch<Values, 'wrapping_offer.has_card'>({ name: 'wrapping_offer.has_card' })
  return (
    <Section
      title="ギフト包装・のし・カード"
      lead="通常購入の手続きで選べるようになります。何もなければ、お客様の画面に出ません。料金は税込です(消費税10%)。メール便と定期便では選べません。"
    >
      <p className="mb-1 font-medium text-xs">ギフト包装</p>
      <Rows name="wrapping_offer.wraps" newRow={{ wrapping_name: '', wrapping_fee: 0 }} add="包装を加える" isOrdered>
        {(n) => (
          <>
            <TextField name={`wrapping_offer.wraps.${n}.wrapping_name`} label="名前" maxLength={20} className="mb-0!" />
            <NumberField name={`wrapping_offer.wraps.${n}.wrapping_fee`} label="料金" unit="円" className="mb-0!" />
          </>
        )}
      </Rows>
      <p className="mt-4 mb-1 font-medium text-xs">のし</p>
      <Rows
        name="wrapping_offer.noshi"
        newRow={{ wrapping_name: '', wrapping_fee: 0, noshi_words: '御祝、内祝い、御礼', has_name: true }}
        add="のしを加える"
        isOrdered
      >
        {(n) => (
          <>
            <TextField name={`wrapping_offer.noshi.${n}.wrapping_name`} label="種類" maxLength={20} className="mb-0!" />
            <NumberField name={`wrapping_offer.noshi.${n}.wrapping_fee`} label="料金" unit="円" className="mb-0!" />
            <TextField
              name={`wrapping_offer.noshi.${n}.noshi_words`}
              label="表書き(「、」で区切る)"
              maxLength={280}
              className="mb-0!"
            />
            <CheckField name={`wrapping_offer.noshi.${n}.has_name`} label="名入れができる" className="mb-0!" />
          </>
        )}
      </Rows>
      <div className="mt-4">
        <CheckField name="wrapping_offer.has_card" label="メッセージカードを付けられる" />
        {hasCard && <NumberField name="wrapping_offer.card_fee" label="カードの料金" unit="円" />}
      </div>
    </Section>
  )
}
