import type { CustomerDetail, NotPausedSubscription } from '@kushi/contract/admin/customer'
import { isRunningSubscription } from '@kushi/values/subscription-status'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { api } from '../api.ts'
import { useMay } from '../me.ts'
import { toast } from '../shell/toast.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formFor } from '../ui/form-for.ts'
import { Section } from '../ui/page.tsx'
import { State } from '../ui/state.tsx'
import { Time } from '../ui/time.tsx'

const { Form, TextAreaField, CheckField } = formFor<{ reason: string; pause_subscriptions: boolean }>()

const runningSubscriptions = ({ subscriptions }: CustomerDetail) =>
  subscriptions.filter(({ summary_status }) => isRunningSubscription(summary_status))

/** 利用停止: the member can't log in or order until it is lifted. */
export function Block({ customer, mayWrite }: { customer: CustomerDetail; mayWrite: boolean }) {
  const { revalidate } = useRevalidator()
  const [isOpen, setOpen] = useState(false)
  const [notPaused, setNotPaused] = useState<readonly NotPausedSubscription[]>([])
  const mayPause = useMay('subscription.write')
  const { id, name, blocked_at, withdrawn_at, sessions } = customer
  const ofRunning = runningSubscriptions(customer)
  const running = ofRunning.length
  const reasons = notPaused.filter((one) => ofRunning.some(({ id }) => id === one.id))
  if (withdrawn_at || (!mayWrite && !blocked_at)) return null
  const unblock = async () => {
    await api('DELETE /admin/v1/customers/{id}/block', { params: { id } })
    toast('利用停止を解きました')
    await revalidate()
  }
  const action = blocked_at ? (
    <Button onClick={() => void unblock()}>利用停止を解く</Button>
  ) : (
    <Button look="danger" onClick={() => setOpen(true)}>
      利用を停止する
    </Button>
  )
  return (
    <Section title="利用停止" actions={mayWrite && action}>
      {blocked_at ? (
        <>
          <p>
            <Time value={blocked_at} />
            から、ログインもご注文もできません。理由はメモに残っています。
          </p>
          {running > 0 && (
            <p className="mt-2">
              <State tone="attention">{`定期便${running}件が続いています`}</State>{' '}
              止めるときは、定期便の画面をお使いください。
            </p>
          )}
          {reasons.map(({ id, reason }) => (
            <p key={id} className="mt-1 text-xs">
              <Link to={`/subscriptions/${id}`} className="text-link">{`定期便 ${id}`}</Link>
              {`: ${reason}`}
            </p>
          ))}
        </>
      ) : (
        <p className="text-muted text-xs">転売や不正なご利用のときに使います。いつでも解けます。</p>
      )}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="利用を停止する">
        <p className="mb-4">
          {`${name} 様は、ログインもご注文もできなくなります。${sessions.length > 0 ? `ログイン中の${sessions.length}台もログアウトします。` : ''}${running > 0 ? `続いている定期便が${running}件あります。` : ''}`}
        </p>
        <Form
          values={{ reason: '', pause_subscriptions: mayPause && running > 0 }}
          submit="利用を停止する"
          done="利用を停止しました"
          save={async (body) => {
            const { not_paused } = await api('PUT /admin/v1/customers/{id}/block', { params: { id }, body })
            setNotPaused(not_paused)
            setOpen(false)
            await revalidate()
          }}
        >
          {mayPause && running > 0 && (
            <CheckField
              name="pause_subscriptions"
              label={`定期便${running}件も休止する`}
              hint="お届けもご請求も止まり、お客様へのお知らせは送りません。発送の手配が済んだ定期便は止まりません。再開は、定期便の画面で行います。"
            />
          )}
          <TextAreaField name="reason" label="理由" isRequired rows={2} maxLength={500} hint="メモに残ります。" />
        </Form>
      </Dialog>
    </Section>
  )
}
