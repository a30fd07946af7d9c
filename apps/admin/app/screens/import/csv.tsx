import type { ImportReport } from '@kushi/contract/admin/csv'
import { ApiError } from '@kushi/contract/client'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { api } from '../../api.ts'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/dialog.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { formatNumber } from '../../ui/time.tsx'
import { Report } from './report.tsx'

const kinds = {
  products: {
    name: '商品',
    lead: '商品コードで種類を見つけて、変わったところだけを直します。商品番号とコードがない行は、新しい商品になります。在庫と写真は変わりません。',
  },
  stock: {
    name: '在庫',
    lead: '「在庫」の列を書き換えてください。「出力したときの在庫」との差を、いまの在庫に足し引きします。出力のあとに売れた分は失われません。',
  },
  customers: {
    name: '会員',
    lead: '会員番号かメールアドレスで会員を見つけて、変わったところだけを直します。見つからないメールアドレスは新しい会員になり、パスワードはご本人が「パスワードをお忘れの方」から設定します。',
  },
} as const

/** CSVの取り込み: first checks a file row by row, then imports the whole file or nothing. */
export function Component() {
  const kind = useLocation().pathname.split('/')[1] as keyof typeof kinds
  const { name, lead } = kinds[kind]
  const [file, setFile] = useState<File | null>(null)
  const [report, setReport] = useState<ImportReport | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  const send = async (call: 'check' | 'run', given: File) => {
    setBusy(true)
    setError(null)
    try {
      const importReport = await api(`POST /admin/v1/${kind}/import/${call}`, { body: given })
      setReport(importReport)
      if (importReport.is_done) toast(`${name}のCSVを取り込みました`)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setReport(null)
      setError(failure.message)
    } finally {
      setBusy(false)
    }
  }
  const choose = (given: File | undefined) => {
    if (!given) return
    setFile(given)
    void send('check', given)
  }

  return (
    <Page title={`${name}のCSVを取り込む`} parent={{ to: `/${kind}`, name }} lead={lead}>
      <Section
        title="ファイル"
        lead="1行目は、出力したCSVと同じ見出しにしてください。変えない列は消しても構いません。10,000行まで。UTF-8とShift_JISを読み取れます。"
      >
        <FileField onFile={choose} file={file} isBusy={isBusy} />
        <Refusal>{error}</Refusal>
      </Section>
      {report && <Report report={report} />}
      {report && !report.is_done && report.fault_count === 0 && report.added + report.changed > 0 && file && (
        <Button look="primary" isBusy={isBusy} disabled={isBusy} onClick={() => void send('run', file)}>
          {formatNumber(report.added + report.changed)}行を取り込む
        </Button>
      )}
    </Page>
  )
}

function FileField({
  file,
  isBusy,
  onFile,
}: {
  file: File | null
  isBusy: boolean
  onFile(file: File | undefined): void
}) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional, there is also a button
    <div
      className="mb-3 flex flex-wrap items-center gap-3 rounded-base border border-edge border-dashed p-3"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        onFile(event.dataTransfer.files[0])
      }}
    >
      <label className="tap inline-flex min-h-control items-center rounded-base border border-edge bg-surface px-3 focus-within:outline-2 focus-within:outline-ink hover:border-ink">
        {file ? '別のファイルを選ぶ' : 'ファイルを選ぶ'}
        <input
          type="file"
          accept=".csv,text/csv"
          className="sr-only"
          disabled={isBusy}
          onChange={({ currentTarget }) => {
            onFile(currentTarget.files?.[0])
            currentTarget.value = ''
          }}
        />
      </label>
      <span role="status" className="text-muted text-xs">
        {isBusy ? '確かめています…' : (file?.name ?? 'またはここにCSVを置きます。')}
      </span>
    </div>
  )
}
