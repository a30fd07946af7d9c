import { postcodeJp } from '@kushi/adapters/postcode/postcode-jp'
import type { Config } from '../config/config.ts'
import { accountProbes, rejectAfterTimeout } from '../deps/account-probes.ts'
import { errorFinding, type Finding, firstSentence, okFinding } from './finding.ts'

/** Sends each provider a harmless request that needs the configured account. */
export async function checkProviderAccounts(config: Config, timeoutMs = 15_000): Promise<Finding[]> {
  const { questions, close } = accountProbes(config, config.default_shop_id)
  const postcodes = {
    about: 'postcodes',
    settings: 'POSTCODE_BASE_URL and POSTCODE_API_KEY',
    ask: () => postcodeJp(config.postcode).towns('1000001'),
  }
  try {
    return await Promise.all(
      [...questions, postcodes].map(({ about, settings, ask }) =>
        rejectAfterTimeout<unknown>(ask(), timeoutMs).then(
          () => okFinding(about, 'answers, and takes the account'),
          (error: unknown) =>
            errorFinding(
              about,
              firstSentence(error),
              `Check ${settings}, and that this machine may reach it; else it is down: docs/runbooks.md.`,
            ),
        ),
      ),
    )
  } finally {
    close()
  }
}
