import type { MergePreview } from '@kushi/contract/admin/customer'
import { ApiError } from '@kushi/contract/client'
import type { ReactNode } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { api } from '../api.ts'
import { formFor } from '../ui/form-for.ts'
import { Page, Section } from '../ui/page.tsx'
import { State } from '../ui/state.tsx'
import { Time } from '../ui/time.tsx'

export const loader = async ({ params, request }: LoaderFunctionArgs) => {
  const id = Number(params.id)
  const other = new URL(request.url).searchParams.get('other')
  return { id, other, preview: other === null ? null : await loadPreview(params.id!, other) }
}

/** null: no such member exists. */
async function loadPreview(id: string, other_id: string): Promise<MergePreview | null> {
  try {
    return await api('GET /admin/v1/customers/{id}/merge', { params: { id }, query: { other_id } })
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return null
    throw error
  }
}

/** 会員の統合: two members side by side, what moves, and the button, whose effect can't be undone. */
export function Component() {
  const { id, other, preview } = useLoaderData<typeof loader>()
  return (
    <Page title="会員の統合" parent={{ to: `/customers/${id}`, name: `会員 ${id}` }}>
      <Choice key={`${id} ${other}`} id={id} other={other} isMissing={other !== null && preview === null} />
      {preview && (
        <>
          <Sides {...preview} />
          <div className="grid items-start gap-x-6 lg:grid-cols-2">
            <Moves {...preview} />
            <Merge key={`${id} ${other}`} {...preview} />
          </div>
        </>
      )}
    </Page>
  )
}

function Choice({ id, other, isMissing: isUnknownCustomer }: { id: number; other: string | null; isMissing: boolean }) {
  const { Form, TextField } = formFor<{ other_id: string }>()
  const navigate = useNavigate()
  return (
    <Section title="統合する会員" lead={`会員 ${id} を残し、もう一方の会員の注文や定期便をこの会員に移します。`}>
      <Form
        values={{ other_id: other ?? '' }}
        submit="並べて確かめる"
        look={other === null || isUnknownCustomer ? 'primary' : 'plain'}
        save={async ({ other_id }) => {
          setTimeout(() => void navigate(`/customers/${id}/merge?other=${encodeURIComponent(other_id.trim())}`))
        }}
      >
        <TextField name="other_id" label="もう一方の会員番号" inputMode="numeric" className="max-w-[16em]" />
      </Form>
      {isUnknownCustomer && (
        <p role="alert" className="mt-2 text-danger text-xs">
          会員 {other} は、統合できる会員として見つかりませんでした。会員番号をお確かめください。
        </p>
      )}
    </Section>
  )
}

type Side = MergePreview['kept']
const yesNo = (is: boolean, word: string) => (is ? word : 'なし')

const facts: readonly (readonly [label: string, value: (side: Side) => ReactNode])[] = [
  ['お名前', ({ name, kana }) => `${name}(${kana})`],
  ['メール', ({ email }) => email],
  ['メールの確認', ({ email_verified_at }) => (email_verified_at ? '確認済み' : '未確認')],
  ['電話', ({ phone_number }) => phone_number],
  ['住所', ({ address }) => address],
  ['ランク', ({ rank_name }) => rank_name ?? 'なし'],
  ['パスワード', ({ has_password }) => yesNo(has_password, 'あり')],
  ['LINE', ({ has_line }) => yesNo(has_line, '連携済み')],
  ['カード', ({ has_cards }) => yesNo(has_cards, '登録あり')],
  ['お知らせメール', ({ mail_magazine_flag }) => (mail_magazine_flag ? '受け取る' : '受け取らない')],
  ['LINEのお知らせ', ({ line_magazine_flag }) => (line_magazine_flag ? '受け取る' : '受け取らない')],
  ['登録日時', ({ created_at }) => <Time value={created_at} />],
]

function Sides({ kept, other }: MergePreview) {
  return (
    <section className="mb-6 overflow-x-auto rounded-base border border-line bg-surface">
      <table className="w-full table-fixed">
        <thead>
          <tr className="border-line border-b text-left">
            <th className="w-[6em] px-2 py-2 md:w-[10em] md:px-4">
              <span className="sr-only">項目</span>
            </th>
            {[kept, other].map((side) => (
              <th key={side.id} scope="col" className="px-2 py-2 md:px-4">
                <Link to={`/customers/${side.id}`} className="text-link">
                  会員 {side.id}
                </Link>{' '}
                <State tone={side === kept ? 'good' : 'attention'}>{side === kept ? '残る' : '退会になる'}</State>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {facts.map(([label, value]) => (
            <tr key={label} className="border-line border-b align-top last:border-0">
              <th scope="row" className="px-2 py-1 text-left font-normal text-muted text-xs md:px-4">
                {label}
              </th>
              {[kept, other].map((side) => (
                <td key={side.id} className="break-words px-2 py-1 md:px-4">
                  {value(side) || '—'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Moves({ kept, other, moves, line, cards, mail_magazine_flag, line_magazine_flag }: MergePreview) {
  const ownerTexts = { kept: `会員 ${kept.id} のもの`, other: `会員 ${other.id} のものを引き継ぐ` }
  const decided: [string, string][] = [
    ['お名前・住所・メール・パスワード・ランク', ownerTexts.kept],
    [
      'LINE',
      `${line ? ownerTexts[line] : 'なし'}${other.has_line ? `。会員 ${other.id} の連携は解かれ、ご本人だけがもう一度連携できます` : ''}`,
    ],
    [
      'カード',
      `${cards ? ownerTexts[cards] : 'なし'}${cards !== 'other' && other.has_cards ? `。会員 ${other.id} のカードは決済会社からも消えます` : ''}`,
    ],
    ['お知らせメール(両方が同意しているときだけ)', mail_magazine_flag ? '受け取る' : '受け取らない'],
    ['LINEのお知らせ(両方が同意しているときだけ)', line_magazine_flag ? '受け取る' : '受け取らない'],
  ]
  return (
    <Section title="統合すると">
      <h3 className="mb-1 text-xs">会員 {kept.id} に移るもの</h3>
      {moves.length === 0 && <p className="mb-3 text-muted text-xs">移るものはありません。</p>}
      <ul className="mb-4 flex flex-wrap gap-x-4 gap-y-1">
        {moves.map(({ name, count }) => (
          <li key={name}>
            {name} <span className="numeric">{count}件</span>
          </li>
        ))}
      </ul>
      <h3 className="mb-1 text-xs">残る登録</h3>
      <dl className="grid gap-y-1">
        {decided.map(([label, value]) => (
          <div key={label}>
            <dt className="text-muted text-xs">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

const consentOf = {
  asked: 'お返事を待っています',
  agreed: '両方のご本人が同意しました',
  recorded: '両方のご本人を確かめました',
  refused: 'ご本人が同意しませんでした',
  expired: '期限が切れました',
} satisfies Record<NonNullable<MergePreview['consent']>['state'], string>

/** 統合の確認: nothing moves until both owners agreed by their links, or an operator recorded how both were identified. */
function Consent({ kept, other, consent, consent_problem, ask_problem }: MergePreview) {
  const { Form: RequestForm } = formFor<Record<string, never>>()
  const { Form, TextAreaField } = formFor<{ kept_identity_check: string; other_identity_check: string }>()
  const { revalidate } = useRevalidator()
  const params = { id: kept.id }
  return (
    <Section title="ご本人の確認" lead={consent_problem ?? undefined}>
      {consent && (
        <p className="mb-4" role="status">
          {consentOf[consent.state]}
          {consent.state === 'asked' &&
            `(会員 ${other.id}: ${consent.agreed_at ? '同意済み' : 'まだ'}、会員 ${kept.id}: ${consent.kept_agreed_at ? '同意済み' : 'まだ'})`}
          ・期限 <Time value={consent.expires_at} />
        </p>
      )}
      <h3 className="mb-1 text-xs">メールかLINEで尋ねる</h3>
      {ask_problem ? (
        <p className="phrases mb-4 text-muted text-xs">{ask_problem}</p>
      ) : (
        <RequestForm
          values={{}}
          submit={consent?.state === 'asked' ? 'もう一度、両方のご本人に尋ねる' : '両方のご本人に尋ねる'}
          done="確認のご案内を送りました"
          save={async () => {
            await api('POST /admin/v1/customers/{id}/merge/request', { params, body: { other_id: other.id } })
            await revalidate()
          }}
        >
          <p className="phrases text-muted text-xs">
            両方の会員に、7日のあいだ使えるリンクを送ります。前に送ったリンクは使えなくなります。
          </p>
        </RequestForm>
      )}
      <h3 className="mt-4 mb-1 text-xs">ご本人を確かめて記録する</h3>
      <Form
        values={{ kept_identity_check: '', other_identity_check: '' }}
        submit="本人確認を記録する"
        look="plain"
        done="本人確認を記録し、両方の会員にお知らせしました"
        save={async (body) => {
          await api('POST /admin/v1/customers/{id}/merge/identity', { params, body: { ...body, other_id: other.id } })
          await revalidate()
        }}
      >
        <TextAreaField
          name="kept_identity_check"
          label={`会員 ${kept.id} のご本人をどのように確かめたか`}
          isRequired
          rows={2}
          maxLength={500}
          hint="お名前や電話番号を言えることは、ご本人である証しになりません。本人確認書類などで確かめてください。"
        />
        <TextAreaField
          name="other_identity_check"
          label={`会員 ${other.id} のご本人をどのように確かめたか`}
          isRequired
          rows={2}
          maxLength={500}
        />
      </Form>
    </Section>
  )
}

function Merge(preview: MergePreview) {
  const { Form, TextField, TextAreaField } = formFor<{ reason: string; typed_id: string }>()
  const { kept, other, problem, consent_problem } = preview
  const navigate = useNavigate()
  if (problem)
    return (
      <Section title="いまは統合できません">
        <p role="alert" className="phrases">
          {problem}
        </p>
        <p className="mt-3">
          <Link to={`/customers/${other.id}/merge?other=${kept.id}`} className="text-link">
            会員 {other.id} を残す向きで確かめる
          </Link>
        </p>
      </Section>
    )
  if (consent_problem) return <Consent {...preview} />
  return (
    <Section title="統合する">
      <p className="phrases mb-4">
        {`会員 ${other.id} は退会になり、ログイン中の端末もすぐにログアウトします。両方のメールアドレスに、統合のお知らせを送ります。元には戻せません。`}
      </p>
      <Form
        values={{ reason: '', typed_id: '' }}
        submit="統合する"
        look="danger"
        done="会員を統合しました"
        save={async (body) => {
          const params = { id: kept.id }
          await api('POST /admin/v1/customers/{id}/merge', { params, body: { ...body, other_id: other.id } })
          setTimeout(() => void navigate(`/customers/${kept.id}`))
        }}
      >
        <TextAreaField
          name="reason"
          label="理由"
          isRequired
          rows={2}
          maxLength={500}
          hint="お名前など、ご本人が分かることは書かないでください。"
        />
        <TextField
          name="typed_id"
          label="退会になる会員の会員番号"
          hint={`確認のため「${other.id}」と入力してください。`}
          isRequired
          inputMode="numeric"
          className="max-w-[16em]"
        />
      </Form>
    </Section>
  )
}
