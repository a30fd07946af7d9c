import type { Experiment, ExperimentStart } from '@kushi/contract/admin/experiment'
import { EXPERIMENT_WINDOW_DAYS, HOLDOUT_PERCENTS } from '@kushi/values/experiment'
import { useState } from 'react'
import { useMay } from '../me.ts'
import { Button } from './button.tsx'
import { Choice } from './choice.tsx'
import { Refusal } from './dialog.tsx'
import { DifferenceRows, DifferenceTable, Uncosted } from './difference-table.tsx'
import { Section } from './page.tsx'
import { formatMoment, formatNumber, formatYenCell } from './time.tsx'
import { useAction } from './use-action.ts'

type Latest = NonNullable<Experiment['latest']>
type KeptComparison = Latest['kept']
type Row = [label: string, of: KeptComparison, say: (n: number) => string]

const sayYen = (n: number) => formatYenCell(Math.round(n))
const points = (share: number) => `${(share * 100).toFixed(1)}ポイント`
const percentOptions = (all: readonly number[], unit: string): Record<string, string> =>
  Object.fromEntries(all.map((one) => [String(one), `${one}${unit}`]))

const chosen = <T extends number>(all: readonly T[], text: string): T => all.find((one) => String(one) === text)!

interface ComparisonProps {
  experiment: Experiment
  lead: string
  /** Whether one can be begun and ended here. */
  mayStart: boolean
  mayEnd: boolean
  /** What is withheld: 「この特典をご案内」. */
  deed: string
  /** Which contracts or orders the last eight weeks had: 「ご提案した定期便」. */
  countedText: string
  /** What is judged. */
  of?: keyof typeof UNITS
  start(body: ExperimentStart): Promise<unknown>
  end(): Promise<unknown>
}

const ITEM_TEXTS = { per: '1件あたり', judged: 'うち、日数がたったもの', counter: '件' }
const UNITS = {
  contract: { name: '定期便', aim: '続いた割合', sayDifference: points, ...ITEM_TEXTS },
  order: { name: 'ご注文', aim: 'お届けした金額', sayDifference: sayYen, ...ITEM_TEXTS },
  visitor: {
    name: 'お客様',
    aim: 'お届けした金額',
    sayDifference: sayYen,
    per: 'おひとりあたり',
    judged: 'うち、日数がたった方',
    counter: '人',
  },
}
type ComparisonUnit = (typeof UNITS)[keyof typeof UNITS]

/** 効果をくらべる: what is shown against nothing, by chance. */
export function Comparison(props: ComparisonProps) {
  const { latest } = props.experiment
  const unit = UNITS[props.of ?? 'contract']
  const isRunning = latest !== null && latest.ended_at === null
  return (
    <Section title="効果をくらべる" lead={props.lead}>
      {latest && <ExperimentResult latest={latest} unit={unit} />}
      {isRunning
        ? props.mayEnd && <EndExperiment end={props.end} unit={unit} />
        : props.mayStart && <StartExperiment {...props} unit={unit} />}
    </Section>
  )
}

function ExperimentResult({ latest, unit }: { latest: Latest; unit: ComparisonUnit }) {
  const seesCosts = useMay('report.read')
  const { sides, holdout_percent, window_days, started_at, ended_at, uncosted } = latest
  const shareText = (n: number) => `${(n * 100).toFixed(1)}%`
  const leftOverRow = ['「余っている」ための解約', latest.left_over, shareText] satisfies Row
  const yen = ['お届けした金額', latest.yen, sayYen] satisfies Row
  const profit = ['粗利', latest.profit, sayYen] satisfies Row
  const rows: Row[] =
    unit !== UNITS.contract
      ? [yen, ...(seesCosts ? [profit] : []), ['お届けして、戻らなかった割合', latest.kept, shareText]]
      : [
          ['続いた割合', latest.kept, shareText],
          ...(latest.left_over ? [leftOverRow] : []),
          ['お届けした回数', latest.deliveries, (n) => `${n.toFixed(2)}回`],
          yen,
          ...(seesCosts ? [profit] : []),
        ]
  const counts = [
    { label: unit.name, of: 'exposed' },
    { label: unit.judged, of: 'judged' },
  ] as const
  return (
    <div className="mb-4 grid grid-cols-1 gap-3">
      <p className="text-pretty">
        {formatMoment(started_at)}から{ended_at && `${formatMoment(ended_at)}まで`}、{holdout_percent}
        %の{unit.name}にはご案内していません。ご案内から{window_days}日後の様子を比べます。
      </p>
      <div className="overflow-x-auto">
        <DifferenceTable
          per={unit.per}
          sides={['ご案内した', 'しなかった']}
          counts={counts.map(({ label, of }) => [
            label,
            `${formatNumber(sides.offered[of])}${unit.counter}`,
            `${formatNumber(sides.held_out[of])}${unit.counter}`,
          ])}
        >
          {rows.map(([label, one, say]) => (
            <DifferenceRows
              key={label}
              label={label}
              values={one ? [say(one.offered), say(one.held_out)] : ['—', '—']}
              compared={one}
              say={say}
            />
          ))}
        </DifferenceTable>
      </div>
      {uncosted > 0 && <Uncosted deliveries={uncosted} />}
      {latest.is_lopsided && (
        <p>
          ご案内した数としなかった数が、くじの割合と合いません。比べかたに誤りがあるかもしれないので、結果は出しません。
        </p>
      )}
      {latest.is_changed && <p>比較の途中で内容が変わったので、結果は出しません。終えて、新しく始めてください。</p>}
      <p className="text-muted text-xs">
        いちばんに見るのは「{unit.aim}
        」です。差の幅が0をまたぐあいだは、効果があるともないとも言えません。いつ見ても、見るほど間違いやすくなることはありません。
      </p>
    </div>
  )
}

function StartExperiment({
  experiment: { outlook },
  deed: actionText,
  countedText,
  start,
  unit,
}: ComparisonProps & { unit: ComparisonUnit }) {
  const [percent, setPercent] = useState<(typeof HOLDOUT_PERCENTS)[number]>(50)
  const [days, setDays] = useState<(typeof EXPERIMENT_WINDOW_DAYS)[number]>(90)
  const { act, isBusy, refusal } = useAction()
  const smallest = outlook.smallest.find(({ holdout_percent }) => holdout_percent === percent)?.difference
  return (
    <>
      <Refusal>{refusal}</Refusal>
      <div className="flex flex-wrap items-end gap-3">
        <Choice
          label="ご案内しない割合"
          value={String(percent)}
          names={percentOptions(HOLDOUT_PERCENTS, '%')}
          onChange={(one) => setPercent(chosen(HOLDOUT_PERCENTS, one))}
        />
        <Choice
          label="比べるまで"
          value={String(days)}
          names={percentOptions(EXPERIMENT_WINDOW_DAYS, '日')}
          onChange={(one) => setDays(chosen(EXPERIMENT_WINDOW_DAYS, one))}
        />
        <Button
          isBusy={isBusy}
          onClick={() =>
            confirm(`${percent}%の${unit.name}に、${actionText}しなくなります。始めますか?`) &&
            void act(() => start({ holdout_percent: percent, window_days: days }))
          }
        >
          比較を始める
        </Button>
      </div>
      <p className="mt-2 text-muted text-xs">
        直近8週間に、{countedText}は{formatNumber(outlook.contracts)}件です。
        {smallest
          ? `この数では、${unit.aim}の差が${unit.sayDifference(smallest)}より小さいと、8週間ではわかりません。`
          : 'この数では、8週間では差を言えません。'}
      </p>
    </>
  )
}

function EndExperiment({ end, unit }: Pick<ComparisonProps, 'end'> & { unit: ComparisonUnit }) {
  const { act, isBusy, refusal } = useAction()
  return (
    <>
      <Refusal>{refusal}</Refusal>
      <Button
        isBusy={isBusy}
        onClick={() => confirm(`比較を終えて、すべての${unit.name}にご案内しますか?`) && void act(end)}
      >
        比較を終える
      </Button>
    </>
  )
}
