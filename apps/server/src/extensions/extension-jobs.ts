import type { Extension } from '@kushi/shop/foundation/extension/extension'
import type { Config } from '../config/config.ts'
import type { ScheduledJob } from '../jobs/run-for-shops.ts'
import { belongsToShop, makeExtensionContext } from './extension-context.ts'

/** The jobs of the extensions, named `extension-<name>-<job>`. */
export const extensionJobs = (
  extensions: readonly Extension[],
  config: Pick<Config, 'extension_folder'>,
): Record<string, ScheduledJob> =>
  Object.fromEntries(
    extensions.flatMap((extension) =>
      Object.entries(extension.jobs ?? {}).map(([name, { cron, run }]): [string, ScheduledJob] => [
        `extension-${extension.name}-${name}`,
        {
          cron,
          run: async (ctx) =>
            belongsToShop(extension, ctx.shop_id) ? run(await makeExtensionContext(ctx, extension, config)) : undefined,
        },
      ]),
    ),
  )
