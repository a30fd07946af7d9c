import type { MoveIn } from '@kushi/contract/admin/move-in'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, Refusal } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Section } from '../../ui/page.tsx'
import { formatNumber } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'
import { BackupField, type BackupFormValues } from './backup-field.tsx'
import { CountFact } from './report.tsx'

const { Form, TextField } = formFor<{ former_system: string } & BackupFormValues>()

/** 移行の取り消し: which former system, what its rehearsal found, and the run. */
export function TakeBack({ move }: { move: MoveIn }) {
  const { act, isBusy, refusal } = useAction()
  const { former_systems, take_back } = move
  if (former_systems.length === 0 && !take_back) return null
  return (
    <Section
      title="移行を取り消す"
      lead="取り込んだあと何もなかった会員を、取り込んだお届け先・定期便・注文・ポイントごと消します。ログイン・注文・お届けの手配や決済・変更・お知らせなどがあった会員は、まるごと残ります。商品は残ります。消したものは、同じファイルでもう一度取り込めます。"
    >
      <Refusal>{refusal}</Refusal>
      <ul className="mb-3 divide-y divide-line">
        {former_systems.map((former_system) => (
          <li key={former_system} className="flex flex-wrap items-center gap-3 py-2">
            <span className="mr-auto break-all">{former_system}</span>
            <Button
              isBusy={isBusy}
              onClick={() => void act(() => api('POST /admin/v1/move-in/back/check', { body: { former_system } }))}
            >
              取り消しを予行する
            </Button>
          </li>
        ))}
      </ul>
      {take_back && <TakeBackPreview move={move} found={take_back} />}
    </Section>
  )
}

type TakeBackResult = NonNullable<MoveIn['take_back']>

function TakeBackPreview({ move, found }: { move: MoveIn; found: TakeBackResult }) {
  const [isAsking, setAsking] = useState(false)
  const { staying, stay_count, former_system } = found
  const isDone = move.state === 'taken_back'
  const rest = stay_count - staying.length
  const going = found.members + found.non_members
  return (
    <>
      <h3 className="mb-1 font-medium">
        {isDone ? `「${former_system}」の取り消しの結果` : `「${former_system}」の取り消しの予行`}
      </h3>
      <dl className="numeric mb-4 grid max-w-xl grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-6">
        <CountFact label={isDone ? '消した会員' : '消える会員'} n={found.members} unit="人" />
        <CountFact label="ゲスト・退会した会員" n={found.non_members} unit="人" />
        <CountFact label="お届け先" n={found.addresses} />
        <CountFact label="定期便" n={found.subscriptions} />
        <CountFact label="注文" n={found.orders} />
        <CountFact label={isDone ? '残った会員' : '残る会員'} n={stay_count} unit="人" />
      </dl>
      {staying.length > 0 && (
        <>
          <h4 className="mb-1 font-medium text-xs">{isDone ? '残った会員と理由' : '残る会員と理由'}</h4>
          <ul className="mb-4 divide-y divide-line">
            {staying.map(({ member_no, customer_id, member_name, reasons }) => (
              <li key={customer_id} className="py-1">
                <Link to={`/customers/${customer_id}`} className="underline">
                  {member_name || `会員 ${customer_id}`}
                </Link>{' '}
                <span className="text-muted text-xs">移行元の会員番号 {member_no}</span>
                <span className="block text-xs">{reasons.join('、')}</span>
              </li>
            ))}
            {rest > 0 && (
              <li className="py-1 text-muted text-xs">ほか{formatNumber(rest)}人(コマンドで、すべてを書き出せます)</li>
            )}
          </ul>
        </>
      )}
      {!isDone && (going > 0 || move.state === 'failed') && (
        <Button look="danger" onClick={() => setAsking(true)}>
          {formatNumber(going)}人を取り消す
        </Button>
      )}
      <Dialog isOpen={isAsking} onClose={() => setAsking(false)} title={`「${former_system}」の移行を取り消しますか?`}>
        <Confirm move={move} found={found} close={() => setAsking(false)} />
      </Dialog>
    </>
  )
}

function Confirm({ move, found, close }: { move: MoveIn; found: TakeBackResult; close(): void }) {
  const { revalidate } = useRevalidator()
  const { stay_count } = found
  return (
    <Form
      values={{ former_system: '', without_backup: '' }}
      submit="取り消す"
      look="danger"
      save={async (given) => {
        await api('POST /admin/v1/move-in/back/run', { body: { ...given, stay_count } })
        close()
        toast('取り消しを始めました')
        await revalidate()
      }}
    >
      <p className="mb-4">
        会員{formatNumber(found.members)}人
        {found.non_members > 0 && `、ゲストと退会した会員${formatNumber(found.non_members)}人`}
        と、その取り込んだお届け先・定期便・注文・ポイントを消します。
        {stay_count > 0 && `${formatNumber(stay_count)}人は残ります。`}
        始めてからログインや注文のあった会員も残ります。お客様への連絡はありません。操作履歴には残ります。
      </p>
      <BackupField move={move} />
      <TextField
        name="former_system"
        label="移行元の名前"
        isRequired
        hint={`「${found.former_system}」と入力してください。`}
      />
    </Form>
  )
}
