import { type SettlementLine, settlementLineList } from '@kushi/contract/admin/settlement'
import {
  SETTLEMENT_ACTION_NAME,
  SETTLEMENT_LINE_KIND_NAME,
  SETTLEMENT_LINE_STATE_NAME,
  SETTLEMENT_MISMATCH,
  SETTLEMENT_PROVIDER_NAME,
  type SettlementAction,
} from '@kushi/values/settlement'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { Csv } from '../../list/csv.tsx'
import { ListPage } from '../../list/list-page.tsx'
import { listQuery } from '../../list/load-list.ts'
import { useMay } from '../../me.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { NoWrap } from '../../ui/no-wrap.tsx'
import { State, type Tone } from '../../ui/state.tsx'
import { formatDate, formatYenCell } from '../../ui/time.tsx'

const { Form, TextField, SelectField } = formFor<{ action: SettlementAction; order_no: string; note: string }>()

export const loader = ({ request }: LoaderFunctionArgs) =>
  api('GET /admin/v1/settlement-lines', { query: listQuery(settlementLineList, request) })

const tones: Record<SettlementLine['state'], Tone> = {
  matched: 'good',
  open: 'attention',
  kept: 'quiet',
  settled: 'good',
  noted: 'quiet',
  taken_back: 'quiet',
}

/** 入金明細: each line of the files, and what is done about those that do not fit. */
export function Component() {
  const page = useLoaderData<typeof loader>()
  const mayWrite = useMay('accounting.write')
  const [chosen, setChosen] = useState<SettlementLine | null>(null)
  return (
    <>
      <ListPage<SettlementLine>
        title="入金明細"
        parent={{ to: '/settlement', name: '入金' }}
        list={settlementLineList}
        page={page}
        empty="まだ入金のファイルを取り込んでいません。"
        createLink={{ to: '/settlement', label: 'ファイルを取り込む' }}
        actions={<Csv list={settlementLineList} mayTakeOut />}
        columns={[
          {
            head: '振込日',
            cell: ({ paid_on, provider, kind }) => (
              <span>
                <span className="numeric whitespace-nowrap">{formatDate(paid_on)}</span>
                <span className="block text-muted text-xs">
                  {SETTLEMENT_PROVIDER_NAME[provider]} {SETTLEMENT_LINE_KIND_NAME[kind]}
                </span>
              </span>
            ),
          },
          {
            head: '番号',
            cell: ({ order_id, order_no, order_ref, provider_ref, tracking_no, party }) => (
              <span>
                {order_id !== null && order_no && (
                  <Link to={`/orders/${order_id}`} className="block text-link">
                    <NoWrap className="numeric">{order_no}</NoWrap>
                  </Link>
                )}
                <span className="block break-all text-muted text-xs">
                  {[order_ref === order_no ? '' : order_ref, provider_ref, tracking_no, party]
                    .filter(Boolean)
                    .join(' ')}
                </span>
              </span>
            ),
          },
          { head: '金額', isNumber: true, cell: ({ amount }) => formatYenCell(amount) },
          { head: '手数料', isNumber: true, isWide: true, cell: ({ fee }) => formatYenCell(fee) },
          {
            head: '状態',
            cell: (line) => (
              <span className="grid justify-items-start gap-1">
                <State tone={tones[line.state]}>{SETTLEMENT_LINE_STATE_NAME[line.state]}</State>
                {line.reason && (
                  <span className="text-xs">
                    {SETTLEMENT_MISMATCH[line.reason].name}
                    {shortfallText(line)}
                  </span>
                )}
                {mayWrite && (line.state === 'open' || line.state === 'kept') && (
                  <Button onClick={() => setChosen(line)}>処理する</Button>
                )}
                {line.settled_by && (
                  <span className="text-muted text-xs">
                    {line.settled_by} {line.note}
                  </span>
                )}
              </span>
            ),
          },
        ]}
      />
      {chosen && <SettleDialog key={chosen.id} line={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

/** How much less than the order expects has arrived with an open line. */
function shortfallText({ state, reason, captured_amount, settled_amount }: SettlementLine): string {
  if (state !== 'open' || reason !== 'amount_differs') return ''
  const shortfall = (captured_amount ?? 0) - (settled_amount ?? 0)
  return shortfall > 0 ? `(${formatYenCell(shortfall)}足りません)` : `(${formatYenCell(-shortfall)}多い)`
}

/** What can be done with a line: with money of an order only to let the difference stand. */
function actionsOf({ provider, reason, state }: SettlementLine): SettlementAction[] {
  if (provider === 'bank') return ['keep']
  if (reason === 'amount_differs' || reason === 'fee_differs') return ['accept']
  return state === 'kept' ? ['assign', 'accept'] : ['assign', 'accept', 'keep']
}

function SettleDialog({ line, onClose }: { line: SettlementLine; onClose(): void }) {
  const { revalidate } = useRevalidator()
  const reason = SETTLEMENT_MISMATCH[line.reason!]
  const actions = actionsOf(line)
  const label = (action: SettlementAction) =>
    line.provider === 'bank' && action === 'keep' ? '対象外にする' : SETTLEMENT_ACTION_NAME[action]
  return (
    <Dialog isOpen onClose={onClose} title={`${reason.name}${shortfallText(line)}`}>
      <p className="mb-2">
        {formatDate(line.paid_on)} {SETTLEMENT_PROVIDER_NAME[line.provider]} {formatYenCell(line.amount)}
        {line.fee !== 0 && `(手数料 ${formatYenCell(line.fee)})`}
      </p>
      {line.captured_amount !== null && (
        <p className="mb-2 text-xs">
          {line.order_no}: 売上確定 {formatYenCell(line.captured_amount)}、返金{' '}
          {formatYenCell(line.refunded_amount ?? 0)}、入金済み {formatYenCell(line.settled_amount ?? 0)}
        </p>
      )}
      <p className="mb-3">{reason.proposal}</p>
      <Form
        values={{
          action: actions.includes(reason.action) ? reason.action : actions[0]!,
          order_no: '',
          note: line.note,
        }}
        submit="処理する"
        done="処理しました"
        save={async (body) => {
          await api('POST /admin/v1/settlement-lines/{id}/settle', { params: { id: line.id }, body })
          onClose()
          await revalidate()
        }}
      >
        {(form) => (
          <>
            <SelectField
              name="action"
              label="処理"
              choices={actions.map((value) => ({ value, label: label(value) }))}
            />
            {form.watch('action') === 'assign' && (
              <TextField name="order_no" label="ご注文番号" isRequired maxLength={27} />
            )}
            <TextField name="note" label="メモ" maxLength={200} hint="確かめたことを残せます。" />
          </>
        )}
      </Form>
    </Dialog>
  )
}
