import type { AdCode } from '@kushi/contract/admin/ad-code'
import { CSV_ENCODING_NAME, type CsvEncoding } from '@kushi/contract/admin/csv'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { api } from '../api.ts'
import { download } from '../download.ts'
import { useMay } from '../me.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { cx } from '../ui/cx.ts'
import { Dialog } from '../ui/dialog.tsx'
import { formFor } from '../ui/form-for.ts'
import { Empty, Page, Section } from '../ui/page.tsx'
import { State } from '../ui/state.tsx'
import { formatNumber, formatYenCell } from '../ui/time.tsx'
import { useAction } from '../ui/use-action.ts'

const { Form, TextField, TextAreaField, CheckField } = formFor<AdCodeFormValues>()

export const loader = ({ request }: LoaderFunctionArgs) => {
  const query = new URL(request.url).searchParams
  const queryEntries = ['from', 'to', 'q', 'group', 'page'].flatMap((name) =>
    query.get(name) ? [[name, query.get(name)!]] : [],
  )
  return api('GET /admin/v1/ad-codes', { query: Object.fromEntries(queryEntries) })
}

type EditedCode = Pick<AdCode, 'adcd' | 'campaign_name' | 'group_name' | 'is_open' | 'greeting'>
type AdCodeFormValues = EditedCode & { campaign_name: string }
const newCode: EditedCode = { adcd: '', campaign_name: null, group_name: '', is_open: false, greeting: '' }

/** 広告コード: the results of each code, and the 友だち追加キャンペーン among them. */
export function Component() {
  const { from, to, items, campaign_url, total, per_page, groups } = useLoaderData<typeof loader>()
  const [params] = useSearchParams()
  const isFiltered = params.has('q') || params.has('group')
  const mayWrite = useMay('setting.write')
  const [edited, setEdited] = useState<EditedCode | null>(null)
  const add = (
    <Button look="primary" onClick={() => setEdited(newCode)}>
      広告コードを登録する
    </Button>
  )
  return (
    <Page
      title="広告コード"
      lead="広告のリンクに「?adcd=コード」を付けると、そこからの会員登録とご注文を数えます。"
      actions={mayWrite && items.length > 0 && add}
    >
      <Period key={`${from}${to}`} from={from} to={to} />
      <Section title="成果" lead="注文は、お支払いできなかったもの・取消・返品を除きます。">
        {(isFiltered || groups.length > 0 || total > per_page) && <AdCodeFilter groups={groups} />}
        {items.length === 0 && isFiltered ? (
          <Empty>当てはまる広告コードは、ありません。</Empty>
        ) : items.length === 0 ? (
          <Empty action={mayWrite && add}>
            まだ広告コードがありません。チラシや広告ごとにコードを決めると、どこから来たお客様かが分かります。
          </Empty>
        ) : (
          <>
            <Figures items={items} edit={mayWrite ? setEdited : null} />
            <Pages total={total} per_page={per_page} />
          </>
        )}
      </Section>
      {edited && <Edit code={edited} campaign_url={campaign_url} groups={groups} onClose={() => setEdited(null)} />}
    </Page>
  )
}

/** Search, and the codes of one group. */
function AdCodeFilter({ groups }: { groups: string[] }) {
  const [params, setParams] = useSearchParams()
  const setParam = (name: string, value: string) => {
    const next = new URLSearchParams(params)
    next.delete('page')
    if (value) next.set(name, value)
    else next.delete(name)
    setParams(next)
  }
  return (
    <form
      className="mb-3 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setParam('q', String(new FormData(event.currentTarget).get('q') ?? '').trim())
      }}
    >
      <label className="text-xs">
        <span className="mb-1 block font-medium">コード・名前</span>
        <input type="search" name="q" className="control" maxLength={64} defaultValue={params.get('q') ?? ''} />
      </label>
      <Button type="submit">探す</Button>
      {groups.length > 0 && (
        <label className="max-w-60 text-xs">
          <span className="mb-1 block font-medium">グループ</span>
          <select
            className="control"
            value={params.get('group') ?? ''}
            onChange={(event) => setParam('group', event.target.value)}
          >
            <option value="">すべて</option>
            {groups.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      )}
    </form>
  )
}

function Pages({ total, per_page }: { total: number; per_page: number }) {
  const [params] = useSearchParams()
  const page = Number(params.get('page') ?? 1)
  const lastPage = Math.ceil(total / per_page)
  const to = (n: number) => {
    const next = new URLSearchParams(params)
    next.set('page', String(n))
    return `?${next}`
  }
  if (lastPage < 2) return null
  return (
    <nav aria-label="ページ" className="numeric mt-3 flex flex-wrap items-center gap-4 text-xs">
      {page > 1 && (
        <Link className="text-link" to={to(page - 1)}>
          前の{per_page}件
        </Link>
      )}
      {formatNumber(total)}件のうち {formatNumber((page - 1) * per_page + 1)}〜
      {formatNumber(Math.min(total, page * per_page))}
      {page < lastPage && (
        <Link className="text-link" to={to(page + 1)}>
          次の{per_page}件
        </Link>
      )}
    </nav>
  )
}

function Period({ from, to }: { from: string; to: string }) {
  const [params, setParams] = useSearchParams()
  const [days, setDays] = useState({ from, to })
  const { act, isBusy } = useAction()
  const [encoding, setEncoding] = useState<CsvEncoding>('utf-8')
  const field = (name: 'from' | 'to', label: string) => (
    <label className="text-xs">
      <span className="mb-1 block font-medium">{label}</span>
      <input
        type="date"
        className="control"
        value={days[name]}
        onChange={(event) => setDays({ ...days, [name]: event.target.value })}
      />
    </label>
  )
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      {field('from', '期間の始まり')}
      {field('to', '期間の終わり')}
      <Button onClick={() => setParams({ ...Object.fromEntries(params), page: '1', ...days })}>この期間を見る</Button>
      <div className="md:ml-auto">
        <Choice<CsvEncoding> label="文字コード" value={encoding} names={CSV_ENCODING_NAME} onChange={setEncoding} />
      </div>
      <Button
        isBusy={isBusy}
        onClick={() => void act(() => download('POST /admin/v1/ad-codes/export', { from, to, encoding }))}
      >
        CSVを出力する
      </Button>
    </div>
  )
}

const figuresOf = ({ visits, friends, members, orders, amount }: AdCode) => [
  ...[visits, friends, members, orders].map(formatNumber),
  formatYenCell(amount),
]
const heads = ['広告コード', '訪問', 'LINE友だち', '会員登録', '注文', '金額', '']

function Figures({ items, edit }: { items: AdCode[]; edit: ((code: EditedCode) => void) | null }) {
  const name = (one: AdCode) => (
    <>
      <span className={cx(one.campaign_name === null && 'text-muted')}>{one.campaign_name ?? '名前なし'}</span>{' '}
      {one.is_open && <State tone="good">友だち追加</State>}
      <span className="numeric block text-muted text-xs">
        {one.adcd}
        {one.group_name && `・${one.group_name}`}
      </span>
    </>
  )
  const button = (one: AdCode) =>
    edit && (
      <Button look="quiet" onClick={() => edit(one)}>
        {one.campaign_name === null ? '名前を付ける' : '直す'}
      </Button>
    )
  return (
    <section aria-label="広告コードごとの成果">
      <ul className="divide-y divide-line md:hidden">
        {items.map((one) => (
          <li key={one.adcd} className="py-2">
            <div className="flex items-start justify-between gap-3">
              <p className="min-w-0 break-all">{name(one)}</p>
              {button(one)}
            </div>
            <dl className="numeric mt-1 grid grid-cols-3 gap-x-3 gap-y-1">
              {figuresOf(one).map((figure, n) => (
                <div key={heads[n + 1]}>
                  <dt className="text-muted text-xs">{heads[n + 1]}</dt>
                  <dd>{figure}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      <table className="hidden w-full text-left md:table">
        <thead className="border-line border-b text-muted text-xs">
          <tr>
            {heads.map((head, n) => (
              <th
                key={head}
                scope="col"
                className={cx('whitespace-nowrap py-1 pr-3 font-normal', n > 0 && 'text-right')}
              >
                {head || <span className="sr-only">操作</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((one) => (
            <tr key={one.adcd} className="border-line border-b">
              <td className="py-1 pr-3">{name(one)}</td>
              {figuresOf(one).map((figure, n) => (
                <td key={heads[n + 1]} className="numeric whitespace-nowrap py-1 pr-3 text-right">
                  {figure}
                </td>
              ))}
              <td className="py-1 text-right">{button(one)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface EditProps {
  code: EditedCode
  campaign_url: string
  groups: string[]
  onClose(): void
}

function Edit({ code, campaign_url, groups, onClose }: EditProps) {
  const { revalidate } = useRevalidator()
  const { adcd, campaign_name, group_name, is_open, greeting } = code
  const isNew = campaign_name === null
  return (
    <Dialog isOpen onClose={onClose} title={isNew ? '広告コードを登録する' : '広告コードを直す'}>
      <Form
        values={{ adcd, campaign_name: campaign_name ?? '', group_name, is_open, greeting }}
        submit="保存する"
        done="広告コードを保存しました"
        save={async ({ adcd, ...body }) => {
          if (isNew) await api('POST /admin/v1/ad-codes', { body: { adcd, ...body } })
          else await api('PUT /admin/v1/ad-codes/{adcd}', { params: { adcd }, body })
          onClose()
          await revalidate()
        }}
      >
        {(form) => (
          <>
            <TextField
              name="adcd"
              label="コード"
              isRequired
              readOnly={code.adcd !== ''}
              hint="広告のリンクに「?adcd=」で付けます。半角の英数字・「-」「_」。あとから変えられません。"
            />
            <TextField name="campaign_name" label="名前" isRequired maxLength={60} />
            <TextField
              name="group_name"
              label="グループ"
              maxLength={60}
              list="ad-groups"
              hint="媒体やキャンペーンの名前。同じ名前のコードを、レポートでひとまとめに見られます。"
            />
            <datalist id="ad-groups">
              {groups.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
            <CheckField
              name="is_open"
              label="LINEの友だち追加キャンペーンに使う"
              hint={
                form.watch('is_open') && form.watch('adcd')
                  ? `チラシなどに載せるアドレス: ${campaign_url}${form.watch('adcd')}`
                  : '専用のアドレスを開くとLINEのログインに進み、新しい友だちを数えます。'
              }
            />
            <TextAreaField
              name="greeting"
              label="あいさつ"
              rows={3}
              maxLength={300}
              hint="このキャンペーンで友だちになった方に、LINEで一度送ります。空欄なら送りません。"
            />
          </>
        )}
      </Form>
    </Dialog>
  )
}
