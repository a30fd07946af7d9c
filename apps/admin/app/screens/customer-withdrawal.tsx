import type { CustomerDetail } from '@kushi/contract/admin/customer'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '../api.ts'
import { toast } from '../shell/toast.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, Refusal } from '../ui/dialog.tsx'
import { formFor } from '../ui/form-for.ts'
import { Section } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'
import { useAction } from '../ui/use-action.ts'

const { Form, TextAreaField } = formFor<{ reason: string }>()

/** 退会, done by an operator for a member who asked for it. */
export function Withdrawal({ customer, mayWrite }: { customer: CustomerDetail; mayWrite: boolean }) {
  const { revalidate } = useRevalidator()
  const [isOpen, setOpen] = useState(false)
  const { act, isBusy, refusal } = useAction()
  const { id, name, withdrawn_at, leaving_at, subscriptions } = customer
  if (!mayWrite || withdrawn_at) return null
  const undo = async () => {
    await api('DELETE /admin/v1/customers/{id}/withdrawal', { params: { id } })
    toast('退会の申し出を取り消しました')
  }
  const running = subscriptions.filter(({ summary_status }) => summary_status !== SUBSCRIPTION_STATUS.cancel).length
  if (leaving_at)
    return (
      <Section
        title="退会"
        lead="お申し出を承っています。お届けや返金が済みしだい退会となり、それまでは取り消せます。定期便は、手配済みのお届けを最後に終わります。"
        actions={
          <Button isBusy={isBusy} onClick={() => void act(undo)}>
            退会の申し出を取り消す
          </Button>
        }
      >
        <Refusal>{refusal}</Refusal>
        <p>
          <Time value={leaving_at} /> に承りました。
        </p>
      </Section>
    )
  const action = (
    <Button look="danger" onClick={() => setOpen(true)}>
      退会の手続きをする
    </Button>
  )
  return (
    <Section title="退会" actions={action} lead="お電話などで退会のお申し出を承ったときに使います。">
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="退会の手続き">
        <p className="mb-4">
          {`${name} 様の会員情報・お届け先・カードの登録を消し、${running > 0 ? `定期便${running}件を終了します。` : 'ログインできなくします。'}ご注文とお問い合わせの記録は残ります。お届けの途中のものがあれば、それが済んでから退会となり、それまでは取り消せます。退会のあとは、元には戻せません。`}
        </p>
        <Form
          values={{ reason: '' }}
          submit="退会にする"
          look="danger"
          done="退会の申し出を承りました"
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
