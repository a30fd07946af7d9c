import { type AuditEvent, auditList } from '@kushi/contract/admin/audit'
import { SUBJECT_NAME } from '@kushi/contract/admin/audit-words'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { api } from '../api.ts'
import { ListPage } from '../list/list-page.tsx'
import { listQuery } from '../list/load-list.ts'
import { NoWrap } from '../ui/no-wrap.tsx'
import { formatMoment, Time } from '../ui/time.tsx'

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const [page, operators] = await Promise.all([
    api('GET /admin/v1/audit', { query: listQuery(auditList, request) }),
    api('GET /admin/v1/operators').catch(() => ({ items: [] })),
  ])
  return { page, operators: Object.fromEntries(operators.items.map(({ id, name }) => [id, name])) }
}

/** 操作履歴: who changed what, when and from where; before and after side by side. */
export function Component() {
  const { page, operators } = useLoaderData<typeof loader>()
  return (
    <ListPage<AuditEvent>
      title="操作履歴"
      list={auditList}
      page={page}
      options={{ operator: operators }}
      empty="まだ操作の記録がありません。担当者が何かを変更すると、ここに残ります。"
      createLink={{ to: '/', label: '今日の画面へ' }}
      columns={[
        { head: '日時', sort: 'created_at', cell: ({ created_at }) => <Time value={created_at} /> },
        { head: '担当者', cell: ({ operator_name }) => <NoWrap>{operator_name}</NoWrap> },
        { head: '操作', cell: ({ summary }) => summary },
        {
          head: '対象',
          cell: ({ subject, subject_id, subject_name }) => (
            <span title={`${SUBJECT_NAME[subject] ?? subject} ${subject_id}`}>{subject_name}</span>
          ),
        },
        { head: '変更', cell: (event) => <ChangedFields {...event} />, isWide: true },
        { head: '接続元', cell: ({ ip }) => <span className="text-muted text-xs">{ip}</span>, isWide: true },
      ]}
    />
  )
}

type FieldLabels = Pick<AuditEvent, 'names' | 'values'>

function ChangedFields({ before, after, ...words }: Pick<AuditEvent, 'before' | 'after'> & FieldLabels) {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return (
    <ul className="text-xs">
      {changed.map((name) => (
        <li key={name}>
          <span className="text-muted">{words.names[name] ?? name}</span> {valueLabel(name, before[name], words)} →{' '}
          {valueLabel(name, after[name], words)}
        </li>
      ))}
    </ul>
  )
}

/** A moment, as JSON writes it. */
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Lists and groups in Japanese, never as JSON. */
function valueText(field: string, value: unknown, words: FieldLabels): string {
  if (Array.isArray(value)) return value.map((one) => valueLabel(field, one, words)).join('、')
  if (typeof value !== 'object' || value === null) return words.values[field]?.[String(value)] ?? String(value)
  return Object.entries(value)
    .filter(([name, one]) => name !== 'sort' && !isEmptyValue(one))
    .map(([name, one]) => `${words.names[name] ?? name} ${valueLabel(name, one, words)}`)
    .join('、')
}

const isEmptyValue = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const valueLabel = (field: string, value: unknown, words: FieldLabels): string => {
  if (isEmptyValue(value)) return '(なし)'
  if (typeof value === 'boolean') return value ? 'はい' : 'いいえ'
  if (typeof value === 'string' && ISO.test(value)) return formatMoment(value)
  const text = valueText(field, value, words)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
