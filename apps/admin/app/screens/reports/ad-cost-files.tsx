import { type AdCostFile, MAX_AD_COST_BYTES } from '@kushi/contract/admin/report'
import { ApiError } from '@kushi/contract/client'
import { AD_COST_COLUMN_NAME, AD_COST_COLUMNS, type AdCostColumn, isRequiredAdCostColumn } from '@kushi/values/report'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { FileSample } from '../../ui/file-sample.tsx'
import { formFor } from '../../ui/form-for.ts'
import { formatNumber, formatYenCell } from '../../ui/time.tsx'

const { Form, SelectField } = formFor<AdCostColumnsFormValues>()

interface ReadFile {
  file: File
  result: AdCostFile
  /** The person wants to choose other columns. */
  isChoosingColumns: boolean
}

const send = (file: File, heads: Record<string, string> = {}) => {
  if (file.size > MAX_AD_COST_BYTES)
    throw new ApiError(413, { message: '15MBを超えています。期間を分けて置いてください。' })
  return api('POST /admin/v1/ad-costs/files', { query: { name: file.name, ...heads }, body: file })
}

/** Files of media: taken in by remembered columns, which are asked for once. */
export function AdCostFiles() {
  const [files, setFiles] = useState<ReadFile[]>([])
  const addFile = (one: ReadFile) => setFiles((all) => [one, ...all.filter(({ file }) => file !== one.file)])
  return (
    <div className="mb-4">
      <FileDrop
        label="媒体のCSVの取込"
        fieldLabel="媒体のCSV"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        send={async (file) => {
          const result = await send(file)
          addFile({ file, result, isChoosingColumns: result.taken === null })
        }}
      >
        Google・Meta・LINEヤフーなどから出力した、日ごとの費用のCSVを置いてください。列は初めての形のときだけうかがい、次から覚えておきます。
      </FileDrop>
      <ul className="divide-y divide-line">
        {files.map((one) => (
          <li key={`${one.file.name} ${one.file.lastModified} ${one.file.size}`} className="py-3">
            <p className="break-all font-medium">{one.file.name}</p>
            {one.isChoosingColumns ? (
              <Columns {...one} onTaken={addFile} />
            ) : (
              <ImportedFile {...one} onAsk={() => addFile({ ...one, isChoosingColumns: true })} />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function ImportedFile({ result: { taken }, onAsk }: ReadFile & { onAsk(): void }) {
  if (!taken) return null
  return (
    <>
      <p role="status">
        {formatNumber(taken.lines)}件(日と広告コードの組)、合計{formatYenCell(taken.yen)}を入れました。
      </p>
      {taken.unknown.length > 0 && (
        <details className="my-1">
          <summary>広告コードのない費用 {formatYenCell(taken.unknown_yen)} は、入れていません</summary>
          <ul className="numeric mt-1 text-xs">
            {taken.unknown.map(({ ad_name, yen }) => (
              <li key={ad_name} className="break-all">
                {ad_name || '(名前なし)'} {formatYenCell(yen)}
              </li>
            ))}
          </ul>
          <p className="mt-1 text-xs">
            <Link to="/ad-codes" className="text-link">
              広告コード
            </Link>
            に、同じ名前で登録してから、このファイルをもう一度置いてください。
          </p>
        </details>
      )}
      <Button look="quiet" onClick={onAsk}>
        列を選び直す
      </Button>
    </>
  )
}

type AdCostColumnsFormValues = Record<`${AdCostColumn}_head`, string>

function Columns({ file, result, onTaken: onImported }: ReadFile & { onTaken(one: ReadFile): void }) {
  const { revalidate } = useRevalidator()
  const heads = [...new Set(result.heads)].filter((head) => head !== '').map((head) => ({ value: head, label: head }))
  return (
    <Form
      values={{
        day_head: result.columns.day ?? '',
        ad_head: result.columns.ad ?? '',
        cost_head: result.columns.cost ?? '',
        reported_head: result.columns.reported ?? '',
      }}
      submit="この列で入れる"
      done="広告の費用を保存しました"
      save={async (chosen) => {
        onImported({ file, result: await send(file, chosen), isChoosingColumns: false })
        await revalidate()
      }}
    >
      <p className="mb-2 text-xs">
        どの列が何かを確かめてください。同じ見出しのファイルは、次からこの列で読み取ります。広告の列には、広告コード、「広告コード」に登録した名前、adcd=の付いたURLのどれかが入っている列を選びます。
      </p>
      <FileSample heads={result.heads} rows={result.rows} />
      <div className="grid gap-x-4 sm:grid-cols-2">
        {AD_COST_COLUMNS.map((role) => (
          <SelectField
            key={role}
            name={`${role}_head`}
            label={AD_COST_COLUMN_NAME[role]}
            isRequired={isRequiredAdCostColumn(role)}
            empty={isRequiredAdCostColumn(role) ? '選んでください' : 'なし'}
            choices={heads}
          />
        ))}
      </div>
    </Form>
  )
}
