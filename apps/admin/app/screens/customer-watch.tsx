import type { WatchForm } from '@kushi/contract/admin/watch'
import { addDays } from '@kushi/values/calendar-date'
import { WATCH_EFFECT_NAME } from '@kushi/values/person'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '../api.ts'
import { useMay, useMe } from '../me.ts'
import { toast } from '../shell/toast.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, Refusal } from '../ui/dialog.tsx'
import { choicesOf } from '../ui/field.tsx'
import { formFor } from '../ui/form-for.ts'
import { Section } from '../ui/page.tsx'
import { State } from '../ui/state.tsx'
import { formatDay } from '../ui/time.tsx'
import { useAction } from '../ui/use-action.ts'

const { Form, TextField, TextAreaField, SelectField } = formFor<WatchForm>()

/** The entry of a member, for the page's loader. */
export const loadWatch = async (id: string) =>
  (await api('GET /admin/v1/customers/{id}/watch', { params: { id } })).entry

const effects = choicesOf(WATCH_EFFECT_NAME)

interface WatchProps {
  id: number
  entry: Awaited<ReturnType<typeof loadWatch>>
}

/** 注意リスト: what happens to orders of this person, why and until when. */
export function WatchSection({ id, entry }: WatchProps) {
  const { revalidate } = useRevalidator()
  const { today } = useMe()
  const mayWrite = useMay('customer.write')
  const [isOpen, setOpen] = useState(false)
  const { act, isBusy, refusal } = useAction()
  if (!entry && !mayWrite) return null
  const remove = async () => {
    await api('DELETE /admin/v1/customers/{id}/watch', { params: { id } })
    toast('注意リストから外しました')
  }
  return (
    <Section
      title="注意リスト"
      actions={
        mayWrite && (
          <>
            <Button onClick={() => setOpen(true)}>{entry ? '変える' : '載せる'}</Button>
            {entry && (
              <Button look="quiet" isBusy={isBusy} onClick={() => void act(remove)}>
                外す
              </Button>
            )}
          </>
        )
      }
    >
      <Refusal>{refusal}</Refusal>
      {entry ? (
        <>
          <p className="flex flex-wrap items-center gap-2">
            <State tone={entry.is_over ? 'quiet' : 'attention'}>
              {entry.is_over ? '期限切れ' : WATCH_EFFECT_NAME[entry.watch_effect]}
            </State>
            <span className="text-muted text-xs">{formatDay(entry.expires_on)}まで</span>
          </p>
          <p className="mt-1 whitespace-pre-wrap">{entry.reason}</p>
        </>
      ) : (
        <p className="text-muted text-xs">受け取り拒否などが続くときに使います。お客様には見えません。</p>
      )}
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={entry ? '注意リストの内容を変える' : '注意リストに載せる'}
      >
        <Form
          values={{
            watch_effect: entry?.watch_effect ?? 'hold',
            reason: entry?.reason ?? '',
            expires_on: entry && !entry.is_over ? entry.expires_on : addDays(today, 365),
          }}
          submit="保存する"
          done="注意リストを保存しました"
          save={async (body) => {
            await api('PUT /admin/v1/customers/{id}/watch', { params: { id }, body })
            setOpen(false)
            await revalidate()
          }}
        >
          <SelectField
            name="watch_effect"
            label="対応"
            choices={effects}
            hint="同じ方と判定したほかの会員のご注文にも効きます。ご家族かもしれないときは、どの対応でも出荷の前に止めます。"
          />
          <TextField name="expires_on" label="いつまで" type="date" isRequired />
          <TextAreaField
            name="reason"
            label="理由"
            isRequired
            rows={3}
            maxLength={500}
            hint="お店の中だけで見えます。"
          />
        </Form>
      </Dialog>
    </Section>
  )
}
