import { postcodeJp } from '@kushi/adapters/postcode/postcode-jp'
import type { Config } from '../config/config.ts'
import { accountQuestions, inTime } from '../deps/account-questions.ts'
import { type Finding, good, sentenceOf, wrong } from './finding.ts'

/** Sends each provider a harmless request that needs the configured account. */
export async function lookAtProviders(config: Config, patienceMs = 15_000): Promise<Finding[]> {
  const { questions, close } = accountQuestions(config)
  const postcodes = {
    about: 'postcodes',
    settings: 'POSTCODE_BASE_URL and POSTCODE_API_KEY',
    ask: () => postcodeJp(config.postcode).towns('1000001'),
  }
  try {
    return await Promise.all(
      [...questions, postcodes].map(({ about, settings, ask }) =>
        inTime<unknown>(ask(), patienceMs).then(
          () => good(about, 'answers, and takes the account'),
          (error: unknown) =>
            wrong(
              about,
              sentenceOf(error),
              `Check ${settings}, and that this machine may reach it; else it is down: docs/runbooks.md.`,
            ),
        ),
      ),
    )
  } finally {
    close()
  }
}
