import type { SettlementFile } from '@kushi/contract/admin/settlement'
import {
  SETTLEMENT_COLUMN_NAME,
  SETTLEMENT_COLUMNS,
  SETTLEMENT_PROVIDER_NAME,
  type SettlementProvider,
} from '@kushi/values/settlement'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { choicesOf } from '../../ui/field.tsx'
import { FileSample } from '../../ui/file-sample.tsx'
import { formFor } from '../../ui/form-for.ts'

type SettlementColumnsFormValues = { provider: string; columns: Record<string, string>; paid_on: string }

/** Other lines than the one that was taken for the heads. */
function HeadRow({ file, asked }: { file: SettlementFile; asked: NonNullable<SettlementFile['asked']> }) {
  const { Form, SelectField } = formFor<{ head_row: string }>()
  const { revalidate } = useRevalidator()
  const choices = asked.lines.flatMap((cells, n) => {
    const text = cells.filter((cell) => cell !== '').join('、')
    return text === '' ? [] : [{ value: String(n + 1), label: `${n + 1}行目: ${text.slice(0, 40)}` }]
  })
  if (choices.length < 2) return null
  return (
    <details className="mb-3 text-xs">
      <summary className="cursor-pointer text-link">見出しの行が違うとき</summary>
      <Form
        values={{ head_row: '' }}
        submit="この行を見出しにする"
        save={async ({ head_row }) => {
          await api('PUT /admin/v1/settlement/files/{id}/head', {
            params: { id: file.id },
            body: { head_row: Number(head_row) },
          })
          await revalidate()
        }}
      >
        <SelectField name="head_row" label="見出しの行" isRequired empty="選んでください" choices={choices} />
      </Form>
    </details>
  )
}

/** Asks whose file it is and what its columns are; the answer is remembered for files with the same heads. */
export function ChooseColumns({ file, asked }: { file: SettlementFile; asked: NonNullable<SettlementFile['asked']> }) {
  const { Form, TextField, SelectField } = formFor<SettlementColumnsFormValues>()
  const { revalidate } = useRevalidator()
  const heads = asked.heads.filter((head) => head !== '').map((head) => ({ value: head, label: head }))
  return (
    <>
      {!asked.is_known && <HeadRow file={file} asked={asked} />}
      <Form
        key={asked.heads.join()}
        values={{
          provider: file.provider ?? '',
          columns: Object.fromEntries(SETTLEMENT_COLUMNS.map((role) => [role, asked.columns[role] ?? ''])),
          paid_on: file.paid_on ?? '',
        }}
        submit={asked.is_known ? '取り込む' : 'この列で取り込む'}
        save={async ({ provider, columns, paid_on }) => {
          await api('PUT /admin/v1/settlement/files/{id}', {
            params: { id: file.id },
            body: {
              provider: provider as SettlementProvider,
              columns: Object.fromEntries(Object.entries(columns).filter(([, head]) => head !== '')),
              paid_on: paid_on || null,
            },
          })
          await revalidate()
        }}
      >
        {asked.is_known ? (
          <p className="mb-2 text-xs">このファイルには振込日がありません。明細書や通帳の日付を入力してください。</p>
        ) : (
          <>
            <p className="mb-2 text-xs">
              初めての形のファイルです。どこからの入金か、どの列が何かを確かめてください。次からは同じ見出しのファイルを自動で読み取ります。
            </p>
            <FileSample heads={asked.heads} rows={asked.rows} />
            <SelectField
              name="provider"
              label="どこからの入金ですか"
              isRequired
              empty="選んでください"
              choices={choicesOf(SETTLEMENT_PROVIDER_NAME)}
              className="max-w-[360px]"
            />
            <div className="grid gap-x-4 sm:grid-cols-2 lg:grid-cols-4">
              {SETTLEMENT_COLUMNS.map((role) => (
                <SelectField
                  key={role}
                  name={`columns.${role}`}
                  label={SETTLEMENT_COLUMN_NAME[role]}
                  empty="なし"
                  choices={heads}
                />
              ))}
            </div>
          </>
        )}
        <TextField
          name="paid_on"
          type="date"
          label="振込日"
          isRequired={asked.is_known}
          hint={asked.is_known ? undefined : '「振込日」の列がないときに入力してください。'}
          className="max-w-[240px]"
        />
      </Form>
    </>
  )
}
