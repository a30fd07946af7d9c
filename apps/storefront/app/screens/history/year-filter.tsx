import { Link } from 'react-router'
import { historyPath, yearChoices } from './history-query.ts'

/** 年でしぼり込む: nothing where there is only one year. */
export function YearFilter({ years, chosen }: { years: readonly number[]; chosen: number | null }) {
  const choices = yearChoices(years, chosen)
  if (choices.length < 2 && chosen === null) return null
  const chip = 'inline-flex min-h-tap items-center rounded-full border px-4 text-sm'
  return (
    <nav aria-label="年でしぼり込む">
      <ul className="flex flex-wrap gap-2">
        {[null, ...choices].map((year) => (
          <li key={year}>
            <Link
              to={historyPath({ year })}
              preventScrollReset
              aria-current={year === chosen ? 'true' : undefined}
              className={`${chip} ${year === chosen ? 'border-ink bg-ink text-surface' : 'border-edge bg-surface hover:border-ink'}`}
            >
              <span className="numeric">{year === null ? 'すべて' : `${year}年`}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
