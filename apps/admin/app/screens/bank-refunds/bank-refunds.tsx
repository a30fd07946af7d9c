import type { BankRefundDesk, TransferSender } from '@kushi/contract/admin/bank-refund'
import { BANK_ACCOUNT_TYPE_NAME, BANK_REFUND_STATE_NAME, TRANSFER_FILE_STATE_NAME } from '@kushi/values/bank-transfer'
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { download } from '../../download.ts'
import { useMay } from '../../me.ts'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, Refusal } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'
import { State, type Tone } from '../../ui/state.tsx'
import { formatDate, formatNumber, formatYenCell, Time } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'

export const loader = () => api('GET /admin/v1/bank-refunds')

type Refund = BankRefundDesk['waiting'][number]
type File = BankRefundDesk['files'][number]

/** 振込での返金: accounts that are asked for, the files for the bank, and the account from which the shop pays. */
export function Component() {
  const { waiting, files, sender } = useLoaderData<typeof loader>()
  const given = waiting.filter(({ state }) => state === 'given')
  return (
    <Page
      title="振込での返金"
      parent={{ to: '/accounting', name: '経理' }}
      lead="口座をお客様に伺い、1日1つの振込ファイルにまとめます。作る人と承認する人は、別の担当者です。"
    >
      <Given refunds={given} hasSender={sender !== null} />
      <Files files={files} />
      <Others refunds={waiting.filter(({ state }) => state !== 'given')} />
      <Sender sender={sender} />
    </Page>
  )
}

const tones: Record<Refund['state'], Tone> = {
  asked: 'quiet',
  given: 'attention',
  filed: 'quiet',
  paid: 'good',
  returned: 'stuck',
  withdrawn: 'quiet',
}

const isInFile = ({ state }: Refund) => state === 'filed'

function RefundLine({ refund, children }: { refund: Refund; children?: React.ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <Link to={`/orders/${refund.order_id}`} className="numeric text-link">
        {refund.order_no}
      </Link>
      <span className="numeric">{formatYenCell(refund.amount)}</span>
      <State tone={tones[refund.state]}>
        {refund.is_expired ? 'お返事の期限を過ぎました' : BANK_REFUND_STATE_NAME[refund.state]}
      </State>
      <span className="min-w-0 text-muted text-xs">{[refund.masked, refund.reason].filter(Boolean).join('・')}</span>
      <span className="ml-auto flex items-center gap-3 text-muted text-xs">
        <Time value={refund.updated_at} />
        {children}
      </span>
    </li>
  )
}

function Given({ refunds, hasSender }: { refunds: Refund[]; hasSender: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const mayWrite = useMay('accounting.write')
  const total = refunds.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <Section title="振込を待っている返金">
      {refunds.length === 0 ? (
        <p className="phrases text-muted">
          振込で返すご注文は、いまはありません。注文の「お支払い」から、お客様に口座を伺えます。
        </p>
      ) : (
        <>
          <ul className="divide-y divide-line">
            {refunds.map((refund) => (
              <RefundLine key={refund.id} refund={refund}>
                <Withdraw refund={refund} />
              </RefundLine>
            ))}
          </ul>
          {mayWrite && (
            <p className="mt-3 flex flex-wrap items-center gap-3">
              <Button look="primary" onClick={() => setOpen(true)} disabled={!hasSender}>
                振込ファイルを作る({formatNumber(refunds.length)}件 {formatYenCell(total)})
              </Button>
              {!hasSender && <span className="text-muted text-xs">先に、下の「依頼人」を登録してください。</span>}
            </p>
          )}
        </>
      )}
      {isOpen && <PrepareDialog count={refunds.length} total={total} onClose={() => setOpen(false)} />}
    </Section>
  )
}

function PrepareDialog({ count, total, onClose }: { count: number; total: number; onClose(): void }) {
  const { Form, TextField } = formFor<{ pay_on: string }>()
  const { revalidate } = useRevalidator()
  return (
    <Dialog isOpen onClose={onClose} title="振込ファイルを作る">
      <p className="mb-4">
        {formatNumber(count)}件、合わせて{formatYenCell(total)}を1つのファイルにまとめます。
      </p>
      <Form
        values={{ pay_on: '' }}
        submit="作って承認を待つ"
        done="振込ファイルを作りました。別の担当者が承認します"
        save={async (body) => {
          await api('POST /admin/v1/bank-refunds/files', { body })
          onClose()
          await revalidate()
        }}
      >
        <TextField name="pay_on" type="date" label="振込指定日" isRequired hint="銀行の締切をお確かめください。" />
      </Form>
    </Dialog>
  )
}

/** What a file goes through: asked once, with its numbers. */
const FILE_ACTIONS = {
  approve: {
    question: '承認しますか? 承認すると、銀行に渡すファイルを受け取れます。',
    done: '振込ファイルを承認しました',
  },
  paid: {
    question: '振込済みにしますか? 返金を記帳し、お客様にメールで知らせます。',
    done: '振込済みにしました。お客様にメールで知らせます',
  },
  drop: {
    question: '取りやめますか? 返金は「振込を待っている返金」に戻ります。',
    done: '振込ファイルを取りやめました',
  },
} as const

function Files({ files }: { files: File[] }) {
  const { act, isBusy, refusal } = useAction()
  const mayWrite = useMay('accounting.write')
  if (files.length === 0) return null
  const post = (key: keyof typeof FILE_ACTIONS, { id, pay_on, transfers, amount }: File) => {
    const { question, done } = FILE_ACTIONS[key]
    if (!confirm(`${formatDate(pay_on)}の振込 ${formatNumber(transfers)}件 ${formatYenCell(amount)} を${question}`))
      return
    void act(async () => {
      if (key === 'drop') await api('POST /admin/v1/bank-refunds/files/{id}/drop', { params: { id }, body: {} })
      else await api(`POST /admin/v1/bank-refunds/files/{id}/${key}`, { params: { id } })
      toast(done)
    })
  }
  return (
    <Section title="振込ファイル">
      <Refusal>{refusal}</Refusal>
      <ul className="divide-y divide-line">
        {files.map((file) => (
          <li key={file.id} className="py-3">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <State tone={file.state === 'paid' ? 'good' : file.state === 'dropped' ? 'quiet' : 'attention'}>
                {TRANSFER_FILE_STATE_NAME[file.state]}
              </State>
              <span>{formatDate(file.pay_on)}の振込</span>
              <span className="numeric">
                {formatNumber(file.transfers)}件 {formatYenCell(file.amount)}
              </span>
              {file.is_banked && <State tone="good">銀行の明細で確認済み</State>}
              <span className="text-muted text-xs">
                作成 {file.operator_name}
                {file.approver_name && `・承認 ${file.approver_name}`}
              </span>
            </p>
            {mayWrite && (
              <p className="mt-2 flex flex-wrap items-center gap-2">
                {file.may_approve && (
                  <Button look="primary" disabled={isBusy} onClick={() => post('approve', file)}>
                    承認する
                  </Button>
                )}
                {file.state === 'prepared' && !file.may_approve && (
                  <span className="text-muted text-xs">別の担当者の承認を待っています。</span>
                )}
                {(file.state === 'approved' || file.state === 'paid') && file.has_content && (
                  <Button
                    disabled={isBusy}
                    onClick={() =>
                      void act(() => download('POST /admin/v1/bank-refunds/files/content', { id: file.id }))
                    }
                  >
                    ファイルを受け取る
                  </Button>
                )}
                {file.state === 'approved' && !file.may_pay && (
                  <span className="text-muted text-xs">振込指定日になると、振込済みにできます。</span>
                )}
                {(file.may_pay || (file.state === 'paid' && file.refunds.some(isInFile))) && (
                  <Button look="primary" disabled={isBusy} onClick={() => post('paid', file)}>
                    {file.state === 'paid' ? '残りを記帳する' : '振込済みにする'}
                  </Button>
                )}
                {file.may_drop && file.is_taken && <DeleteFile file={file} />}
                {file.may_drop && !file.is_taken && (
                  <Button look="quiet" disabled={isBusy} onClick={() => post('drop', file)}>
                    取りやめる
                  </Button>
                )}
              </p>
            )}
            <details className="mt-1">
              <summary className="cursor-pointer text-muted text-xs">内訳</summary>
              <ul className="divide-y divide-line">
                {file.refunds.map((refund) => (
                  <RefundLine key={refund.id} refund={refund}>
                    {(refund.state === 'paid' || (isInFile(refund) && file.state === 'paid')) && mayWrite && (
                      <Returned refund={refund} />
                    )}
                  </RefundLine>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Others({ refunds }: { refunds: Refund[] }) {
  if (refunds.length === 0) return null
  return (
    <Section
      title="口座を待っている返金"
      lead="お返事のないときや、振り込めなかったときは、注文の「お支払い」からもう一度伺ってください。"
    >
      <ul className="divide-y divide-line">
        {refunds.map((refund) => (
          <RefundLine key={refund.id} refund={refund}>
            {refund.state === 'asked' && <Withdraw refund={refund} />}
          </RefundLine>
        ))}
      </ul>
    </Section>
  )
}

const Withdraw = ({ refund: { id } }: { refund: Refund }) =>
  useMay('payment.write') ? (
    <ReasonDialogButton
      label="取りやめる"
      lead="返金は未返金のまま残り、ほかの方法でお返しできます。"
      save={(reason) => api('POST /admin/v1/bank-refunds/{id}/withdraw', { params: { id }, body: { reason } })}
    />
  ) : null

const DeleteFile = ({ file: { id } }: { file: File }) => (
  <ReasonDialogButton
    label="取りやめる"
    lead="ファイルは受け取り済みです。銀行に渡していないことを確かめてください。返金は「振込を待っている返金」に戻ります。"
    save={(reason) => api('POST /admin/v1/bank-refunds/files/{id}/drop', { params: { id }, body: { reason } })}
  />
)

const Returned = ({ refund: { id } }: { refund: Refund }) => (
  <ReasonDialogButton
    label="振り込めなかった"
    lead="組戻しになった返金を、未返金に戻します。"
    save={(reason) => api('POST /admin/v1/bank-refunds/{id}/returned', { params: { id }, body: { reason } })}
  />
)

function ReasonDialogButton({
  label,
  lead,
  save,
}: {
  label: string
  lead: string
  save(reason: string): Promise<unknown>
}) {
  const { Form, TextField } = formFor<{ reason: string }>()
  const [isOpen, setOpen] = useState(false)
  const { revalidate } = useRevalidator()
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Dialog isOpen onClose={() => setOpen(false)} title={label}>
          <p className="mb-3">{lead}</p>
          <Form
            values={{ reason: '' }}
            submit={label}
            done="記録しました"
            save={async ({ reason }) => {
              await save(reason)
              setOpen(false)
              await revalidate()
            }}
          >
            <TextField name="reason" label="理由" isRequired maxLength={200} />
          </Form>
        </Dialog>
      )}
    </>
  )
}

const newSender: TransferSender = {
  client_code: '',
  client_name: '',
  bank_name: '',
  bank_code: '',
  branch_name: '',
  branch_code: '',
  deposit_type: 1,
  account_number: '',
}

function Sender({ sender }: { sender: TransferSender | null }) {
  const { Form, TextField, SelectField } = formFor<Omit<TransferSender, 'deposit_type'> & { deposit_type: string }>()
  const { revalidate } = useRevalidator()
  return (
    <Section
      title="依頼人"
      lead="返金を振り込むお店の口座です。委託者コードは、総合振込の契約のときに銀行から届きます。"
    >
      <Form
        values={{ ...newSender, ...sender, deposit_type: String(sender?.deposit_type ?? 1) }}
        submit="保存する"
        look={sender ? 'plain' : 'primary'}
        done="依頼人を保存しました"
        permission="accounting.write"
        save={async ({ deposit_type, ...given }) => {
          await api('PUT /admin/v1/bank-refunds/sender', {
            body: { ...given, deposit_type: Number(deposit_type) as 1 | 2 },
          })
          await revalidate()
        }}
      >
        <div className="grid gap-x-4 sm:grid-cols-2">
          <TextField name="client_code" label="委託者コード" inputMode="numeric" maxLength={10} isRequired />
          <TextField name="client_name" label="依頼人名(カナ)" maxLength={30} isRequired />
          <TextField name="bank_name" label="銀行名" maxLength={30} isRequired />
          <TextField name="bank_code" label="銀行コード" inputMode="numeric" maxLength={4} isRequired />
          <TextField name="branch_name" label="支店名" maxLength={30} isRequired />
          <TextField name="branch_code" label="支店コード" inputMode="numeric" maxLength={3} isRequired />
          <SelectField
            name="deposit_type"
            label="種目"
            choices={([1, 2] as const).map((value) => ({ value: String(value), label: BANK_ACCOUNT_TYPE_NAME[value] }))}
          />
          <TextField name="account_number" label="口座番号" inputMode="numeric" maxLength={7} isRequired />
        </div>
      </Form>
    </Section>
  )
}
