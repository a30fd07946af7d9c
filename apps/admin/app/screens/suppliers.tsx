import { type Supplier, supplierList } from '@kushi/contract/admin/supplier'
import { ApiError } from '@kushi/contract/client'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { api } from '../api.ts'
import { ListPage } from '../list/list-page.tsx'
import { listQuery } from '../list/load-list.ts'
import { useMay } from '../me.ts'
import { toast } from '../shell/toast.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, Refusal } from '../ui/dialog.tsx'
import { formFor } from '../ui/form-for.ts'
import { State } from '../ui/state.tsx'
import { Time } from '../ui/time.tsx'

const { Form, TextAreaField } = formFor<{ decision_reason: string }>()

export const loader = ({ request }: LoaderFunctionArgs) =>
  api('GET /admin/v1/suppliers', { query: listQuery(supplierList, request) })

/** 卸の申し込み: the list, and the decision on each. */
export function Component() {
  const mayReadSettings = useMay('setting.read')
  const page = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [shown, setShown] = useState<Supplier | null>(null)
  const close = () => {
    setShown(null)
    void revalidate()
  }
  return (
    <>
      <ListPage<Supplier>
        title="卸の申し込み"
        list={supplierList}
        page={page}
        lead="承認するとアカウントができ、パスワードを登録するためのメールが申込者に届きます。"
        empty="まだ申し込みはありません。お店の「卸のお申し込み」から届くと、ここに並びます。"
        createLink={mayReadSettings && { to: '/setting/shop', label: '卸・法人の設定を見る' }}
        columns={[
          { head: '受付番号', cell: ({ inquiry_no }) => <span className="numeric">{inquiry_no}</span> },
          { head: '審査', cell: (row) => <Decision {...row} /> },
          { head: '会社名', cell: ({ company_name }) => company_name },
          { head: 'お名前', cell: ({ name }) => name, isWide: true },
          { head: '所在地', cell: ({ address }) => <span className="text-xs">{address}</span>, isWide: true },
          { head: '申し込んだ日時', sort: 'created_at', cell: (row) => <Time value={row.created_at} />, isWide: true },
          { head: '操作', cell: (row) => <Button onClick={() => setShown(row)}>内容を見る</Button> },
        ]}
      />
      {shown && <Application supplier={shown} onClose={close} />}
    </>
  )
}

function Decision({ decision }: Pick<Supplier, 'decision'>) {
  if (decision === null) return <State tone="attention">審査待ち</State>
  return decision === 'approved' ? <State tone="good">承認</State> : <State>お断り</State>
}

function Application({ supplier, onClose }: { supplier: Supplier; onClose(): void }) {
  const mayDecide = useMay('customer.write')
  const [isRefusing, setRefusing] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { inquiry_no, company_name, decision, decision_reason } = supplier
  const params = { inquiry_no }
  const approve = async () => {
    setError(null)
    try {
      const { invited } = await api('POST /admin/v1/suppliers/{inquiry_no}/approve', { params })
      toast(invited ? `${company_name}を承認し、招待メールを送りました` : `${company_name}を承認しました`)
      onClose()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message)
    }
  }
  const facts: [string, string][] = [
    ['受付番号', inquiry_no],
    ['お名前', supplier.name],
    ['所在地', supplier.address],
    ['電話', supplier.phone_number],
    ['メール', supplier.email],
    ['ホームページ', supplier.site_url],
    ['ご要望', supplier.content],
    ...(decision_reason ? [['お断りの理由', decision_reason] as [string, string]] : []),
  ]
  return (
    <Dialog isOpen onClose={onClose} title={company_name}>
      <dl className="mb-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted text-xs">{label}</dt>
            <dd className="whitespace-pre-wrap">{value || '—'}</dd>
          </div>
        ))}
      </dl>
      <Refusal>{error}</Refusal>
      {mayDecide && decision === null && !isRefusing && (
        <div className="flex gap-3">
          <Button look="primary" onClick={() => void approve()}>
            承認して招待する
          </Button>
          <Button look="danger" onClick={() => setRefusing(true)}>
            お断りする
          </Button>
        </div>
      )}
      {mayDecide && decision === 'approved' && <Button onClick={() => void approve()}>招待メールを送り直す</Button>}
      {isRefusing && (
        <Form
          values={{ decision_reason: '' }}
          submit="お断りのメールを送る"
          done={`${company_name}にお断りのメールを送りました`}
          save={async (body) => {
            await api('POST /admin/v1/suppliers/{inquiry_no}/refuse', { params, body })
            onClose()
          }}
        >
          <TextAreaField
            name="decision_reason"
            label="理由"
            hint="社内の記録です。メールには書かれません。"
            isRequired
            maxLength={500}
          />
        </Form>
      )}
    </Dialog>
  )
}
