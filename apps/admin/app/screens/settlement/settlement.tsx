import type { Settlement, SettlementFile } from '@kushi/contract/admin/settlement'
import { SETTLEMENT_FILE_STATE_NAME, SETTLEMENT_PROVIDER_NAME } from '@kushi/values/settlement'
import { JOB_CONTINUES_TEXT } from '@kushi/values/work-claim'
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { download } from '../../download.ts'
import { useMay } from '../../me.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog, Refusal } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Empty, Page, Section } from '../../ui/page.tsx'
import { State, type Tone } from '../../ui/state.tsx'
import { formatDate, formatNumber, formatYenCell, Time } from '../../ui/time.tsx'
import { useAction, usePolling } from '../../ui/use-action.ts'
import { ChooseColumns } from './ask-columns.tsx'
import { DropFile } from './drop-file.tsx'

const { Form, TextField } = formFor<{ decision_reason: string }>()

export const loader = () => api('GET /admin/v1/settlement')

const LOOK_EVERY_MS = 2_000

const isAtWork = ({ state }: SettlementFile) => state === 'reading' || state === 'taking_back'

/** 入金: files of the providers and the bank, what is still held, and what was paid out. */
export function Component() {
  const settlement = useLoaderData<typeof loader>()
  const mayWrite = useMay('accounting.write')
  usePolling(settlement.files.some(isAtWork), LOOK_EVERY_MS)
  const { open_lines, kept_lines, suspense } = settlement
  return (
    <Page
      title="入金"
      parent={{ to: '/accounting', name: '経理' }}
      lead="決済会社・配送会社・銀行のファイルを置くと、ご注文と1行ずつ突き合わせます。金額を押すと、内訳が開きます。"
      actions={
        <>
          <ButtonLink to="/settlement/days">日ごとの突き合わせ</ButtonLink>
          <ButtonLink to="/settlement/terms">料率と入金の期日</ButtonLink>
        </>
      }
    >
      {mayWrite && <DropFile />}
      {(open_lines > 0 || kept_lines > 0 || suspense !== 0) && (
        <p className="mb-4 flex flex-wrap items-center gap-3" role="status">
          {open_lines > 0 && (
            <Link to="/settlement-lines?state=open">
              <State tone="attention">確認を待つ明細が{formatNumber(open_lines)}件あります</State>
            </Link>
          )}
          {suspense !== 0 && (
            <Link to="/ledger?kind=suspense" className="text-link">
              仮受金の残高 {formatYenCell(suspense)}
            </Link>
          )}
          {kept_lines > 0 && (
            <Link to="/settlement-lines?state=kept" className="text-link">
              仮受金に置いた明細 {formatNumber(kept_lines)}件
            </Link>
          )}
        </p>
      )}
      <Files files={settlement.files} mayWrite={mayWrite} />
      <Balances balances={settlement.balances} />
      <Payouts payouts={settlement.payouts} />
    </Page>
  )
}

const tones: Record<SettlementFile['state'], Tone> = {
  asking: 'attention',
  reading: 'quiet',
  done: 'good',
  refused: 'stuck',
  taking_back: 'quiet',
  taken_back: 'quiet',
}

function Files({ files, mayWrite }: { files: SettlementFile[]; mayWrite: boolean }) {
  const { act, refusal } = useAction()
  const [fileToRemove, setFileToRemove] = useState<SettlementFile | null>(null)
  if (files.length === 0) return null
  return (
    <Section title="ファイル">
      <Refusal>{refusal}</Refusal>
      <ul className="divide-y divide-line">
        {files.map((file) => (
          <li key={file.id} className="grid grid-cols-1 gap-1 py-2">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <State tone={tones[file.state]}>{SETTLEMENT_FILE_STATE_NAME[file.state]}</State>
              <span className="break-all">{file.name}</span>
              {file.provider && <span className="text-muted text-xs">{SETTLEMENT_PROVIDER_NAME[file.provider]}</span>}
              <span className="ml-auto text-muted text-xs">
                <Time value={file.created_at} /> {file.operator_name}
              </span>
            </p>
            {isAtWork(file) && <Progress file={file} />}
            {(file.state === 'done' || file.state === 'taken_back') && (
              <p className="flex flex-wrap gap-x-4 text-xs">
                <Link to={`/settlement-lines?settlement_file_id=${file.id}`} className="text-link">
                  {formatNumber(file.row_count ?? 0)}行
                </Link>
                {file.known_rows > 0 && <span>うち{formatNumber(file.known_rows)}行は取込済み</span>}
                {file.state === 'done' && file.provider !== 'bank' && (
                  <span className="numeric">
                    振込 {formatYenCell(file.net)}(手数料 {formatYenCell(file.fee)})
                  </span>
                )}
                {file.open_lines > 0 && (
                  <Link to={`/settlement-lines?state=open&settlement_file_id=${file.id}`} className="text-link">
                    確認待ち {formatNumber(file.open_lines)}件
                  </Link>
                )}
                <button
                  type="button"
                  className="text-link"
                  onClick={() => void act(() => download('POST /admin/v1/settlement/files/content', { id: file.id }))}
                >
                  元のファイル
                </button>
                {mayWrite && file.state === 'done' && (
                  <button type="button" className="text-link" onClick={() => setFileToRemove(file)}>
                    取り込みを取り消す
                  </button>
                )}
              </p>
            )}
            {file.fault && (
              <p className="text-danger">
                {file.fault.row > 0 && `${formatNumber(file.fault.row)}行目`}
                {file.fault.head && `の「${file.fault.head}」`}
                {file.fault.row > 0 && ': '}
                {file.fault.message}
                {file.state === 'refused' && (
                  <span className="block text-muted text-xs">
                    何も取り込んでいません。ファイルを直して、もう一度置いてください。
                  </span>
                )}
              </p>
            )}
            {mayWrite && file.asked && <ChooseColumns key={file.id} file={file} asked={file.asked} />}
            {mayWrite && (file.state === 'refused' || file.state === 'asking') && (
              <Button
                look="quiet"
                className="justify-self-start"
                onClick={() =>
                  void act(() => api('DELETE /admin/v1/settlement/files/{id}', { params: { id: file.id } }))
                }
              >
                一覧から消す
              </Button>
            )}
          </li>
        ))}
      </ul>
      {fileToRemove && <RemoveFileDialog file={fileToRemove} onClose={() => setFileToRemove(null)} />}
    </Section>
  )
}

/** 取り込みの取り消し: asked once, with a reason. */
function RemoveFileDialog({ file, onClose }: { file: SettlementFile; onClose(): void }) {
  const { revalidate } = useRevalidator()
  return (
    <Dialog isOpen onClose={onClose} title="取り込みを取り消す">
      <p className="mb-2 break-all">
        {file.name}({formatNumber(file.row_count ?? 0)}行)
      </p>
      <p className="mb-4 text-xs">
        このファイルの記帳を、反対の行で打ち消します。合っていたご注文は入金待ちに、処理した明細も元に戻ります。決めた列は忘れるので、同じファイルを置くと、もう一度うかがいます。
      </p>
      <Form
        values={{ decision_reason: '' }}
        submit="取り消す"
        done="取り消しを始めました"
        save={async (body) => {
          await api('POST /admin/v1/settlement/files/{id}/take-back', { params: { id: file.id }, body })
          onClose()
          await revalidate()
        }}
      >
        <TextField name="decision_reason" label="理由" isRequired maxLength={200} hint="操作履歴に残ります。" />
      </Form>
    </Dialog>
  )
}

function Progress({ file: { row_count, done_rows } }: { file: SettlementFile }) {
  return (
    <div role="status">
      <p className="text-xs">
        {row_count === null
          ? 'ファイルを確かめています。'
          : `${formatNumber(done_rows)} / ${formatNumber(row_count)}行`}
        {JOB_CONTINUES_TEXT}
      </p>
      {row_count !== null && (
        <progress className="mt-1 w-full" value={done_rows} max={row_count} aria-label="進み具合" />
      )}
    </div>
  )
}

const cell = 'border-line border-b px-2 py-1.5'

function Balances({ balances }: { balances: Settlement['balances'] }) {
  return (
    <Section
      title="お預け中"
      lead="売上が確定し、まだ入金されていない金額です(後払いは立て替え前、代引は配送会社が預かっている分)。返金は差し引いています。"
    >
      {balances.length === 0 ? (
        <Empty>入金がご注文と合うと、その入金元の、まだ入金されていない決済をここで見られます。</Empty>
      ) : (
        <div className="overflow-x-auto">
          <table className="w-full">
            <thead className="text-left text-muted text-xs">
              <tr>
                <th className={cell}>入金元</th>
                <th className={`${cell} text-right`}>お預け中</th>
                <th className={`${cell} text-right`}>期日を過ぎた分</th>
                <th className={`${cell} text-right`}>多く入金された分</th>
              </tr>
            </thead>
            <tbody className="numeric">
              {balances.map(({ provider, account, held, overdue, over, overdue_payments }) => {
                const of = (more: string) => `/settlement-claims?provider=${provider}${more}`
                return (
                  <tr key={`${provider} ${account}`}>
                    <td className={cell}>
                      {SETTLEMENT_PROVIDER_NAME[provider]}
                      {account && <span className="block break-all text-muted text-xs">{account}</span>}
                    </td>
                    <td className={`${cell} whitespace-nowrap text-right`}>
                      <Link to={of('')} className="text-link">
                        {formatYenCell(held)}
                      </Link>
                    </td>
                    <td className={`${cell} whitespace-nowrap text-right`}>
                      {overdue_payments === 0 ? (
                        '—'
                      ) : (
                        <Link to={of('&is_overdue=true')} className="text-link">
                          {formatYenCell(overdue)}
                        </Link>
                      )}
                    </td>
                    <td className={`${cell} whitespace-nowrap text-right`}>
                      {over === 0 ? (
                        '—'
                      ) : (
                        <Link to={of('&is_over=true')} className="text-link">
                          {formatYenCell(over)}
                        </Link>
                      )}
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  )
}

function Payouts({ payouts }: { payouts: Settlement['payouts'] }) {
  if (payouts.length === 0) return null
  return (
    <Section
      title="振込"
      lead="最近3か月の振込です。売上−返金−手数料が振込額になります。銀行の明細を取り込むと、口座に入ったことも確かめられます。"
    >
      <div className="overflow-x-auto">
        <table className="w-full whitespace-nowrap">
          <thead className="text-left text-muted text-xs">
            <tr>
              <th className={cell}>振込日</th>
              <th className={cell}>入金元</th>
              <th className={`${cell} text-right`}>売上</th>
              <th className={`${cell} text-right`}>返金</th>
              <th className={`${cell} text-right`}>手数料</th>
              <th className={`${cell} text-right`}>振込額</th>
              <th className={cell}>口座</th>
            </tr>
          </thead>
          <tbody className="numeric">
            {payouts.map(({ paid_on, provider, settlement_file_id, received, refunded, fee, net, is_banked }) => (
              <tr key={`${settlement_file_id} ${provider} ${paid_on}`}>
                <td className={cell}>{formatDate(paid_on)}</td>
                <td className={cell}>{SETTLEMENT_PROVIDER_NAME[provider]}</td>
                <td className={`${cell} text-right`}>{formatYenCell(received)}</td>
                <td className={`${cell} text-right`}>{refunded === 0 ? '—' : formatYenCell(-refunded)}</td>
                <td className={`${cell} text-right`}>{formatYenCell(-fee)}</td>
                <td className={`${cell} text-right`}>
                  <Link
                    to={`/settlement-lines?settlement_file_id=${settlement_file_id}&paid_on_from=${paid_on}&paid_on_to=${paid_on}`}
                    className="text-link"
                  >
                    {formatYenCell(net)}
                  </Link>
                </td>
                <td className={cell}>{is_banked ? <State tone="good">入金あり</State> : <State>未確認</State>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
