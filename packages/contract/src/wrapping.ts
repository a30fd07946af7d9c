import { z } from 'zod'
import { yen } from './endpoint.ts'
import { inscribedNameField, messageCardField } from './form/wrapping.ts'

const wrapping_name = z
  .string()
  .meta({ title: 'ギフトの種類', description: 'Name of a ギフト包装 or のし, by which it is chosen; ready to show.' })
const wrapping_fee = yen.meta({
  title: 'ギフトの料金',
  description: 'Of a ギフト包装, のし or card, yen, tax included.',
})
const noshi_text = z.string().meta({ title: '表書き', description: '表書き on the のし, one of those offered.' })
const nameOnWords = { title: '名入れ', description: '名入れ: the name written on the のし; empty: none.' }
const name_on = z.string().meta(nameOnWords)
const wrapWords = { title: 'ギフト包装', description: 'ギフト包装; null: none.' }
const noshiWords = { title: 'のし', description: 'のし with its 表書き; null: none.' }
const cardWords = { title: 'メッセージカード', description: 'The message card; null: none.' }

/** The wrapping options that a shop offers, with their fees. */
export const WrappingOfferShape = z.object({
  wraps: z
    .array(z.object({ wrapping_name, wrapping_fee }))
    .meta({ title: 'ギフト包装の種類', description: 'ギフト包装, each by its name; empty: none.' }),
  noshi: z
    .array(
      z.object({
        wrapping_name,
        wrapping_fee,
        noshi_words: z.array(z.string()).meta({ title: '表書きの一覧', description: '表書き to choose from.' }),
        has_name: z.boolean().meta({ title: '名入れができる', description: 'A name can be written on it (名入れ).' }),
      }),
    )
    .meta(noshiWords),
  card_fee: yen
    .nullable()
    .meta({ title: 'カードの料金', description: 'Of a message card, yen, tax included; null: none is offered.' }),
})

/** The wrapping options that a customer chose. */
export const WrappingChoiceShape = z.object({
  wrap: z.string().max(40).nullable().meta(wrapWords),
  noshi: z
    .object({
      wrapping_name: wrapping_name.max(40),
      noshi_text: noshi_text.max(20),
      name_on: inscribedNameField.check(z.meta(nameOnWords)),
    })
    .nullable()
    .meta(noshiWords),
  message_card: z.nullable(messageCardField).meta(cardWords),
})

/** The wrapping options of an order, with the fees on the day of the order. */
export const WrappingShape = z.object({
  wrap: z.object({ wrapping_name, wrapping_fee }).nullable().meta(wrapWords),
  noshi: z.object({ wrapping_name, wrapping_fee, noshi_text, name_on }).nullable().meta(noshiWords),
  message_card: z
    .object({
      card_text: z.string().meta({ title: 'メッセージ', description: 'The text of the message card.' }),
      wrapping_fee,
    })
    .nullable()
    .meta(cardWords),
})
