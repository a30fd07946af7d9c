import type { InquiryDetail } from '@kushi/contract/admin/inquiry'
import { addDays } from '@kushi/values/calendar-date'
import { HARASSMENT_KIND_NAME, type HarassmentKind } from '@kushi/values/harassment'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '../api.ts'
import { useMay, useMe } from '../me.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { choicesOf } from '../ui/field.tsx'
import { formFor } from '../ui/form-for.ts'
import { Section } from '../ui/page.tsx'

const { Form, TextAreaField, SelectField, CheckField } = formFor<HarassmentValues>()

interface HarassmentProps {
  inquiry: InquiryDetail
  operators: readonly { id: number; name: string }[]
}

interface HarassmentValues {
  kind: HarassmentKind
  body: string
  operator_id: number | null
  is_held: boolean
}

const kinds = choicesOf(HARASSMENT_KIND_NAME)
const HOLD_DAYS = 365

/** カスタマーハラスメント: what was done is kept as a note, the inquiry goes to somebody else, and orders can wait (注意リスト). */
export function Harassment({ inquiry, operators }: HarassmentProps) {
  const { revalidate } = useRevalidator()
  const { today } = useMe()
  const mayHold = useMay('customer.write')
  const [isOpen, setOpen] = useState(false)
  const { id, customer_id, operator_id, inquiry_no } = inquiry
  const params = { id }
  const canHold = mayHold && customer_id !== null
  const save = async ({ kind, body, is_held, operator_id: to }: HarassmentValues) => {
    const words = `カスタマーハラスメント: ${HARASSMENT_KIND_NAME[kind]}`
    // The note comes last: what failed before it can be pressed again.
    if (canHold && is_held) await hold(customer_id, `${words}(お問い合わせ ${inquiry_no})`)
    if (to !== operator_id) await api('PUT /admin/v1/inquiries/{id}/operator', { params, body: { operator_id: to } })
    await api('POST /admin/v1/inquiries/{id}/messages', {
      params,
      body: { channel: null, body: `【${words}】\n${body}` },
    })
    setOpen(false)
    await revalidate()
  }
  const hold = async (customer: number, reason: string) => {
    const of = { params: { id: customer } }
    const { entry } = await api('GET /admin/v1/customers/{id}/watch', of)
    // What somebody decided before is stronger, or the same.
    if (entry && !entry.is_over) return
    const body = { watch_effect: 'hold', reason, expires_on: addDays(today, HOLD_DAYS) } as const
    await api('PUT /admin/v1/customers/{id}/watch', { ...of, body })
  }
  return (
    <Section title="度を越した言動を受けたとき">
      <p className="mb-3 text-muted text-xs">
        ひとりで応対を続けず、記録して引き継いでください。お返事には、返信の「ひな形を入れる」に決まった文があります。
      </p>
      <Button onClick={() => setOpen(true)}>記録して引き継ぐ</Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="カスタマーハラスメントを記録する">
        <Form
          values={{ kind: 'words', body: '', operator_id, is_held: canHold }}
          submit="記録する"
          done="記録しました"
          save={save}
        >
          <SelectField name="kind" label="どのような言動か" choices={kinds} />
          <TextAreaField
            name="body"
            label="日時、方法、言われたこと"
            isRequired
            rows={5}
            maxLength={3_000}
            hint="言葉のとおりに、事実だけを書きます。社内メモとして残り、お客様には見えません。"
          />
          <SelectField
            name="operator_id"
            label="引き継ぐ担当"
            isNumber
            empty="決まっていません"
            choices={operators.map((one) => ({ value: one.id, label: one.name }))}
          />
          {canHold && (
            <CheckField
              name="is_held"
              label="注意リストに載せ、ご注文を出荷の前に止める"
              hint="1年のあいだ。すでに載っているときは、その対応のままにします。"
            />
          )}
        </Form>
      </Dialog>
    </Section>
  )
}
