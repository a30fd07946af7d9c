import type { CustomerDetail } from '@kushi/contract/admin/customer'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '../api.ts'
import { toast } from '../shell/toast.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextAreaField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Section } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'

/** 利用停止: the member can't log in or order until it is lifted. */
export function Block({ customer, mayWrite }: { customer: CustomerDetail; mayWrite: boolean }) {
  const { revalidate } = useRevalidator()
  const [isOpen, setOpen] = useState(false)
  const { id, name, blocked_at, withdrawn_at, sessions } = customer
  if (withdrawn_at || (!mayWrite && !blocked_at)) return null
  const lift = async () => {
    await api('DELETE /admin/v1/customers/{id}/block', { params: { id } })
    toast('利用停止を解きました')
    await revalidate()
  }
  const action = blocked_at ? (
    <Button onClick={() => void lift()}>利用停止を解く</Button>
  ) : (
    <Button look="danger" onClick={() => setOpen(true)}>
      利用を停止する
    </Button>
  )
  return (
    <Section title="利用停止" actions={mayWrite && action}>
      {blocked_at ? (
        <p>
          <Time value={blocked_at} />
          から、ログインもご注文もできません。理由はメモに残っています。
        </p>
      ) : (
        <p className="text-muted text-xs">転売や不正なご利用のときに使います。いつでも解けます。</p>
      )}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="利用を停止する">
        <p className="mb-4">
          {`${name} 様は、ログインもご注文もできなくなります。${sessions.length > 0 ? `ログイン中の${sessions.length}台もログアウトします。` : ''}いまの定期便は止まりません。止めるときは、定期便の画面をお使いください。`}
        </p>
        <Form<{ reason: string }>
          values={{ reason: '' }}
          submit="利用を停止する"
          done="利用を停止しました"
          save={async (body) => {
            await api('PUT /admin/v1/customers/{id}/block', { params: { id }, body })
            setOpen(false)
            await revalidate()
          }}
        >
          <TextAreaField name="reason" label="理由" isRequired rows={2} maxLength={500} hint="メモに残ります。" />
        </Form>
      </Dialog>
    </Section>
  )
}
