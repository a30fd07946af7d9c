import type { PageExperiment, PageExperimentStart } from '@kushi/contract/admin/landing-variant'
import { armLetter, EXPERIMENT_WINDOW_DAYS, MAX_LANDING_VARIANTS } from '@kushi/values/experiment'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Refusal } from '../../ui/dialog.tsx'
import { DifferenceRows, DifferenceTable, Uncosted } from '../../ui/difference-table.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Page, Section } from '../../ui/page.tsx'
import { formatMoment, formatNumber, formatYenCell } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'

export const loader = async ({ params }: LoaderFunctionArgs) => {
  const id = params.id!
  const [variants, experiment] = await Promise.all([
    api('GET /admin/v1/landing-pages/{id}/variants', { params: { id } }),
    api('GET /admin/v1/landing-pages/{id}/experiment', { params: { id } }),
  ])
  return { id, variants: variants.items, experiment }
}

type Variant = Awaited<ReturnType<typeof loader>>['variants'][number]
type Latest = NonNullable<PageExperiment['latest']>
type Arm = Latest['arms'][number]
type ComparedValue = NonNullable<Arm['compared']>['yen']

/** パターン of a 申し込みページ, and what came of each. */
export function Component() {
  const { id, variants, experiment } = useLoaderData<typeof loader>()
  const mayWrite = useMay('content.write')
  const { latest, title } = experiment
  const isRunning = latest !== null && latest.ended_at === null
  return (
    <Page
      title="パターンをくらべる"
      parent={{ to: `/content/landing-pages/${id}`, name: title }}
      lead="内容のちがうパターンを、お越しの方にくじでお見せして、ご注文をくらべます。同じ方には、同じパターンをお見せします。商品、買いかた、お支払い方法、特典は、どれも同じです。"
    >
      <Section title="パターン">
        <ul className="divide-y divide-line">
          <li className="pb-2">
            <Link to={`/content/landing-pages/${id}`} className="hover:underline">
              いまの内容
            </Link>
          </li>
          {variants.map((one) => (
            <li key={one.id} className="py-2">
              <Link to={`/content/landing-pages/${id}/variants/${one.id}`} className="hover:underline">
                {one.variant_name}
              </Link>
            </li>
          ))}
        </ul>
        {mayWrite && variants.length < MAX_LANDING_VARIANTS && <Add id={id} />}
      </Section>
      <Section title="効果をくらべる">
        {latest && <ExperimentResult latest={latest} />}
        {mayWrite &&
          (isRunning ? (
            <EndExperiment id={id} latest={latest} />
          ) : variants.length > 0 ? (
            <StartExperiment key={variants.length} id={id} variants={variants} outlook={experiment.outlook} />
          ) : (
            <p className="text-muted">パターンを加えると、比較を始められます。</p>
          ))}
      </Section>
    </Page>
  )
}

function Add({ id }: { id: string }) {
  const { Form, TextField } = formFor<{ variant_name: string }>()
  const navigate = useNavigate()
  return (
    <Form
      values={{ variant_name: '' }}
      look="plain"
      submit="いまの内容を写して加える"
      save={async (body) => {
        const { id: created } = await api('POST /admin/v1/landing-pages/{id}/variants', { params: { id }, body })
        await navigate(`/content/landing-pages/${id}/variants/${created}`)
      }}
    >
      <TextField
        name="variant_name"
        label="パターンの名前"
        isRequired
        maxLength={30}
        className="mt-3 max-w-80"
        hint="例: お悩みから始まる"
      />
    </Form>
  )
}

const percentText = (n: number) => (n * 100).toFixed(2)
const yenText = (n: number) => formatYenCell(Math.round(n))

function ExperimentResult({ latest }: { latest: Latest }) {
  const { arms, window_days, started_at, ended_at, uncosted, is_lopsided, is_forgotten } = latest
  const [page, ...others] = arms as [Arm, ...Arm[]]
  return (
    <div className="mb-6 grid grid-cols-1 gap-4">
      <p className="text-pretty">
        {formatMoment(started_at)}から{ended_at && `${formatMoment(ended_at)}まで`}、
        {arms.map(({ name, visitor_percent }, n) => `${armLetter(n)}「${name}」${visitor_percent}%`).join('、')}
        の割合でお見せして{ended_at ? 'いました' : 'います'}。ご覧になってから{window_days}
        日のあいだの結果をくらべます。
      </p>
      {others.map((arm, n) => (
        <ArmTable key={arm.variant_id} page={page} arm={arm} letter={armLetter(n + 1)} />
      ))}
      {uncosted > 0 && <Uncosted deliveries={uncosted} />}
      {is_lopsided && (
        <p>お見せした人数が、くじの割合と合いません。比べかたに誤りがあるかもしれないので、結果は出しません。</p>
      )}
      {is_forgotten && <p>2年より前のご訪問の記録は消えているので、結果は出しません。</p>}
      <p className="text-muted text-xs">
        いちばんに見るのは「確定した初回のご注文」です。発送されて、戻らなかったご注文を数えます。ご注文が、少ないほうで20件、あわせて100件になるまでは、差を出しません。差の幅が0をまたぐあいだは、どちらがよいとも言えません。いつ見ても、見るほど間違いやすくなることはありません。
      </p>
    </div>
  )
}

interface ArmTableProps {
  page: Arm
  arm: Arm
  letter: string
}

/** One variant beside the page itself. */
function ArmTable({ page, arm, letter }: ArmTableProps) {
  const seesCosts = useMay('report.read')
  const { confirmed, second, yen, profit } = arm.compared!
  const countWithShare = (count: number, of: number | undefined) =>
    `${of === undefined ? '' : `${percentText(of)}% `}${formatNumber(count)}件`
  const people: [label: string, page: number, arm: number][] = [
    ['お越しの方', page.visitors, arm.visitors],
    ['うち、日数がたった方', page.judged, arm.judged],
  ]
  const rates: [label: string, page: number, arm: number, of: ComparedValue][] = [
    ['確定した初回のご注文', page.confirmed, arm.confirmed, confirmed],
    ['2回目のお届け', page.second, arm.second, second],
  ]
  const amounts: [label: string, of: ComparedValue][] = [
    ['お届けした金額', yen],
    ...(seesCosts ? [['粗利', profit] satisfies [string, ComparedValue]] : []),
  ]
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard */}
      <section className="overflow-x-auto" tabIndex={0} aria-label={`Aと${letter}の表`}>
        <DifferenceTable
          per="おひとりあたり"
          sides={['A', letter]}
          counts={people.map(([label, of_page, of_arm]) => [
            label,
            `${formatNumber(of_page)}人`,
            `${formatNumber(of_arm)}人`,
          ])}
        >
          {rates.map(([label, of_page, of_arm, one]) => (
            <DifferenceRows
              key={label}
              label={label}
              values={[countWithShare(of_page, one?.base), countWithShare(of_arm, one?.mean)]}
              compared={one}
              say={percentText}
              unit="ポイント"
            />
          ))}
          {amounts.map(([label, one]) => (
            <DifferenceRows
              key={label}
              label={label}
              values={one ? [yenText(one.base), yenText(one.mean)] : ['—', '—']}
              compared={one}
              say={yenText}
            />
          ))}
        </DifferenceTable>
      </section>
      {confirmed && (
        <p className="mt-2">
          {confirmed.low > 0
            ? `${letter}のほうが、確定した初回のご注文が多いと言えます。`
            : confirmed.high < 0
              ? `Aのほうが、確定した初回のご注文が多いと言えます。`
              : `Aと${letter}の差は、まだ言えません。`}
        </p>
      )}
    </div>
  )
}

interface StartProps {
  id: string
  variants: readonly Variant[]
  outlook: PageExperiment['outlook']
}

const DAYS = EXPERIMENT_WINDOW_DAYS.map((value) => ({ value, label: `${value}日` }))

function StartExperiment({ id, variants, outlook }: StartProps) {
  const { Form, NumberField, SelectField } = formFor<PageExperimentStart>()
  const { revalidate } = useRevalidator()
  const arms = [{ id: null, variant_name: 'いまの内容' }, ...variants]
  const equalShare = Math.floor(100 / arms.length)
  const values: PageExperimentStart = {
    arms: arms.map((one, n) => ({
      variant_id: one.id,
      visitor_percent: n === 0 ? 100 - equalShare * variants.length : equalShare,
    })),
    window_days: 28,
  }
  const smallest = outlook.smallest.find((one) => one.arms === arms.length)?.difference
  return (
    <Form
      values={values}
      names={{ arms: 'arms.0.visitor_percent' }}
      look="plain"
      submit="比較を始める"
      save={async (body) => {
        if (!confirm('お越しの方に、くじでパターンをお見せします。終えるまで、内容は変えられません。始めますか?'))
          return
        await api('POST /admin/v1/landing-pages/{id}/experiment', { params: { id }, body })
        await revalidate()
      }}
    >
      <div className="flex flex-wrap gap-x-4">
        {arms.map((one, n) => (
          <NumberField
            key={one.id}
            name={`arms.${n}.visitor_percent`}
            label={`${armLetter(n)} ${one.variant_name}`}
            unit="%"
            className="max-w-60"
          />
        ))}
        <SelectField name="window_days" label="比べるまで" isNumber choices={DAYS} className="max-w-40" />
      </div>
      <p className="mb-3 text-muted text-xs">
        直近8週間に、このページのご訪問は{formatNumber(outlook.visitors)}回、ご注文は{formatNumber(outlook.orders)}
        件です。
        {smallest
          ? `この数を等しく分けても、ご注文の割合の差が${percentText(smallest)}ポイントより小さいと、8週間ではわかりません。`
          : 'この数では、8週間では差を言えません。'}
      </p>
    </Form>
  )
}

function EndExperiment({ id, latest }: { id: string; latest: Latest }) {
  const [chosen, setChosen] = useState('')
  const { act, isBusy, refusal } = useAction()
  const names = Object.fromEntries(
    latest.arms.map(({ variant_id, name }, n) => [String(variant_id ?? ''), `${armLetter(n)} ${name}`]),
  )
  const end = () =>
    confirm(`比較を終えて、すべての方に「${names[chosen]}」をお見せしますか?`) &&
    void act(() =>
      api('POST /admin/v1/landing-pages/{id}/experiment/end', {
        params: { id },
        body: { variant_id: chosen === '' ? null : Number(chosen) },
      }),
    )
  return (
    <>
      <Refusal>{refusal}</Refusal>
      <div className="flex flex-wrap items-end gap-3">
        <Choice label="これからの内容" value={chosen} names={names} onChange={setChosen} />
        <Button isBusy={isBusy} onClick={end}>
          比較を終える
        </Button>
      </div>
    </>
  )
}
