import { type AuditEvent, auditList } from '@kushi/contract/admin/audit'
import { SUBJECT_NAME, VALUE_NAME } from '@kushi/contract/admin/audit-words'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { api } from '../api.ts'
import { ListPage } from '../list/list-page.tsx'
import { queryOf } from '../list/load-list.ts'
import { NoWrap } from '../ui/no-wrap.tsx'
import { sayMoment, Time } from '../ui/time.tsx'

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const [page, operators] = await Promise.all([
    api('GET /admin/v1/audit', { query: queryOf(auditList, request) }),
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
      start={{ to: '/', label: '今日の画面へ' }}
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
        { head: '変更', cell: (event) => <Changed {...event} />, isWide: true },
        { head: '接続元', cell: ({ ip }) => <span className="text-muted text-xs">{ip}</span>, isWide: true },
      ]}
    />
  )
}

type Names = AuditEvent['names']

function Changed({ before, after, names }: Pick<AuditEvent, 'before' | 'after' | 'names'>) {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return (
    <ul className="text-xs">
      {changed.map((name) => (
        <li key={name}>
          <span className="text-muted">{names[name] ?? name}</span> {say(before[name], names)} →{' '}
          {say(after[name], names)}
        </li>
      ))}
    </ul>
  )
}

/** A moment, as JSON writes it. */
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Lists and groups in Japanese, never as JSON. */
function inWords(value: unknown, names: Names): string {
  if (Array.isArray(value)) return value.map((one) => say(one, names)).join('、')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .filter(([name, one]) => name !== 'sort' && !isNothing(one))
    .map(([name, one]) => `${names[name] ?? VALUE_NAME[name] ?? name} ${say(one, names)}`)
    .join('、')
}

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const say = (value: unknown, names: Names): string => {
  if (isNothing(value)) return '(なし)'
  if (typeof value === 'boolean') return value ? 'はい' : 'いいえ'
  if (typeof value === 'string' && ISO.test(value)) return sayMoment(value)
  const text = typeof value === 'string' ? (VALUE_NAME[value] ?? value) : inWords(value, names)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
