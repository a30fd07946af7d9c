import type { CustomerDetail } from '@kushi/contract/admin/customer'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextAreaField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Section } from '../ui/page.tsx'

/** 退会, done by an operator for a member who asked for it. */
export function Withdrawal({ customer, mayWrite }: { customer: CustomerDetail; mayWrite: boolean }) {
  const { revalidate } = useRevalidator()
  const [isOpen, setOpen] = useState(false)
  const { id, name, withdrawn_at, subscriptions } = customer
  if (!mayWrite || withdrawn_at) return null
  const running = subscriptions.filter(({ summary_status }) => summary_status !== SUBSCRIPTION_STATUS.cancel).length
  const action = (
    <Button look="danger" onClick={() => setOpen(true)}>
      退会の手続きをする
    </Button>
  )
  return (
    <Section title="退会" actions={action} lead="お電話などで退会のお申し出を承ったときに使います。">
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="退会の手続き">
        <p className="mb-4">
          {`${name} 様の会員情報・お届け先・カードの登録を消し、${running > 0 ? `定期便${running}件を終了します。` : 'ログインできなくします。'}ご注文とお問い合わせの記録は残ります。元には戻せません。`}
        </p>
        <Form<{ reason: string }>
          values={{ reason: '' }}
          submit="退会にする"
          done="退会の手続きをしました"
          save={async (body) => {
            await api('POST /admin/v1/customers/{id}/withdrawal', { params: { id }, body })
            setOpen(false)
            await revalidate()
          }}
        >
          <TextAreaField
            name="reason"
            label="理由"
            isRequired
            rows={2}
            maxLength={500}
            hint="お名前など、ご本人が分かることは書かないでください。"
          />
        </Form>
      </Dialog>
    </Section>
  )
}
