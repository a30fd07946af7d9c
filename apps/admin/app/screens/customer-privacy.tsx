import type { CustomerDetail } from '@kushi/contract/admin/customer'
import {
  PRIVACY_DESK_SOURCES,
  PRIVACY_KIND_NAME,
  PRIVACY_KINDS,
  PRIVACY_REQUEST_DAYS,
  PRIVACY_SOURCE_NAME,
  type PrivacyKind,
} from '@kushi/values/privacy-request'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { api } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formFor } from '../ui/form-for.ts'
import { Section } from '../ui/page.tsx'

const { Form, TextField, TextAreaField, SelectField } = formFor<Values>()

interface Values {
  kind: PrivacyKind
  source: (typeof PRIVACY_DESK_SOURCES)[number]
  inquiry_id: number | null
  content: string
  due_on: string
}

/** 個人情報の請求 of this member. `?inquiry=` names the inquiry that it came from, and opens the form. */
export function PrivacySection({ customer, mayWrite }: { customer: CustomerDetail; mayWrite: boolean }) {
  const [params] = useSearchParams()
  const asked = customer.inquiries.find(({ id }) => String(id) === params.get('inquiry'))
  const [isOpen, setOpen] = useState(asked !== undefined)
  const navigate = useNavigate()
  if (!mayWrite) return null
  const sources = PRIVACY_DESK_SOURCES.map((value) => ({ value, label: PRIVACY_SOURCE_NAME[value] }))
  return (
    <Section
      title="個人情報の請求"
      lead="ご自分の情報の開示・訂正・利用停止・削除のお申し出を受けたときに使います。"
      actions={<Button onClick={() => setOpen(true)}>請求を受け付ける</Button>}
    >
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="個人情報の請求を受け付ける">
        <Form
          values={{
            kind: 'disclosure',
            source: asked ? 'inquiry' : 'phone',
            inquiry_id: asked?.id ?? null,
            content: '',
            due_on: '',
          }}
          submit="受け付ける"
          done="請求を受け付けました"
          save={async ({ due_on, ...body }) => {
            const { id } = await api('POST /admin/v1/customers/{id}/privacy-requests', {
              params: { id: customer.id },
              body: { ...body, due_on: due_on || null },
            })
            setTimeout(() => void navigate(`/privacy/${id}`))
          }}
        >
          {(form) => (
            <>
              <SelectField
                name="kind"
                label="請求"
                choices={PRIVACY_KINDS.map((value) => ({ value, label: PRIVACY_KIND_NAME[value] }))}
              />
              <SelectField name="source" label="経路" choices={sources} />
              {form.watch('source') === 'inquiry' && (
                <SelectField
                  name="inquiry_id"
                  label="お問い合わせ"
                  isNumber
                  isRequired
                  empty="選択してください"
                  choices={customer.inquiries.map(({ id, inquiry_no }) => ({ value: id, label: inquiry_no }))}
                />
              )}
              <TextAreaField name="content" label="請求の内容" rows={3} isRequired />
              <TextField
                name="due_on"
                type="date"
                label="期限"
                hint={`空欄なら、今日から${PRIVACY_REQUEST_DAYS}日後です。法律は「遅滞なく」お答えするよう求めています。`}
              />
            </>
          )}
        </Form>
      </Dialog>
    </Section>
  )
}
