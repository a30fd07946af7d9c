import { EXPERIMENT_WINDOW_DAYS, HOLDOUT_PERCENTS } from '@kushi/values/experiment'
import { z } from 'zod'
import { idParam } from '../endpoint.ts'
import type { AdminEndpoints } from './endpoint.ts'

const holdout_percent = z
  .literal(HOLDOUT_PERCENTS, { error: 'ご案内しない割合を選んでください。' })
  .meta({ title: 'ご案内しない割合(%)' })
const window_days = z
  .literal(EXPERIMENT_WINDOW_DAYS, { error: '比べるまでの日数を選んでください。' })
  .meta({ title: '比べるまでの日数' })

export const ExperimentStart = z.object({ holdout_percent, window_days })
export type ExperimentStart = z.infer<typeof ExperimentStart>

const Side = z.object({
  exposed: z.int().meta({ description: 'Contracts, orders or visitors to which it was shown, or would have been.' }),
  judged: z.int().meta({ description: 'Those of them whose days are over.' }),
})

/**
 * The result of one measure, per contract, order or visitor; null: too few are judged, or the sizes of the groups do
 * not fit.
 */
const Compared = z
  .object({
    offered: z.number(),
    held_out: z.number(),
    difference: z.number(),
    low: z.number(),
    high: z.number(),
  })
  .nullable()

/** An experiment (比較): the effect of an offer at cancellation (解約), in an order form or after an order, or of a pace proposal (ペースのご提案). */
export const Experiment = z.object({
  /** The running one, or the last; null: there was none. */
  latest: z
    .object({
      id: z.int(),
      holdout_percent: z.int(),
      window_days: z.int(),
      expected: z.int().meta({ description: 'Contracts, orders or visitors at which a decision is expected.' }),
      started_at: z.string(),
      ended_at: z.string().nullable(),
      sides: z.object({ offered: Side, held_out: Side }),
      is_lopsided: z.boolean().meta({ description: 'The sides differ from their shares by more than chance.' }),
      is_changed: z
        .boolean()
        .meta({ description: 'The promotion is another one by now: nothing is compared any more.' }),
      kept: Compared.meta({
        description:
          'Share of contracts that go on at the end of the days; of orders, and of visitors, with a delivery that left and did not come back.',
      }),
      left_over: Compared.meta({
        description: 'Share of contracts cancelled because something was left; of an offer at 解約 it is not compared.',
      }),
      deliveries: Compared.meta({ description: 'Deliveries that left within the days; only of contracts.' }),
      yen: Compared.meta({
        description: 'Yen of what left within the days, tax included, without what was taken back.',
      }),
      profit: Compared.meta({
        description: '粗利 of these deliveries, for those who see figures.',
      }),
      uncosted: z.int().meta({ description: 'Deliveries whose 原価 is not known: they are in no 粗利.' }),
    })
    .nullable(),
  outlook: z.object({
    contracts: z.int().meta({
      description: 'Contracts, or orders, that would be exposed within eight weeks, as in the last ones.',
    }),
    smallest: z.array(z.object({ holdout_percent: z.int(), difference: z.number().nullable() })).meta({
      description:
        'Smallest difference of the share that goes on, or of the yen of orders, which so many can show; null: none.',
    }),
  }),
})
export type Experiment = z.infer<typeof Experiment>

const params = z.object({ id: idParam })

export const experimentAdminEndpoints = {
  'GET /admin/v1/promotions/{id}/experiment': {
    summary: '解約のときのご案内の比較',
    permission: 'catalogue.read',
    params,
    response: Experiment,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/promotions/{id}/experiment': {
    summary: '比較を始める(一部の定期便に、くじで、ご案内しない)',
    permission: 'catalogue.write',
    params,
    body: ExperimentStart,
    response: z.object({ id: z.int() }),
    errors: ['ERROR_NOT_FOUND', 'ERROR_EXPERIMENT_STATE'],
  },
  'POST /admin/v1/promotions/{id}/experiment/end': {
    summary: '比較を終える(すべての定期便にご案内する)',
    permission: 'catalogue.write',
    params,
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND', 'ERROR_EXPERIMENT_STATE'],
  },
  'GET /admin/v1/order-offers/{id}/experiment': {
    summary: '注文のときのご案内の比較',
    permission: 'content.read',
    params,
    response: Experiment,
    errors: ['ERROR_NOT_FOUND'],
  },
  'POST /admin/v1/order-offers/{id}/experiment': {
    summary: '比較を始める(一部のお客様やご注文に、くじで、ご案内しない)',
    permission: 'content.write',
    params,
    body: ExperimentStart,
    response: z.object({ id: z.int() }),
    errors: ['ERROR_NOT_FOUND', 'ERROR_EXPERIMENT_STATE'],
  },
  'POST /admin/v1/order-offers/{id}/experiment/end': {
    summary: '比較を終える(すべての方にご案内する)',
    permission: 'content.write',
    params,
    response: z.object({}),
    errors: ['ERROR_NOT_FOUND', 'ERROR_EXPERIMENT_STATE'],
  },
  'GET /admin/v1/pace/experiment': {
    summary: 'お届けのペースのご提案の比較',
    permission: 'report.read',
    response: Experiment,
  },
  'POST /admin/v1/pace/experiment': {
    summary: '比較を始める(一部の定期便に、くじで、お届けのペースをご提案しない)',
    permission: 'setting.write',
    body: ExperimentStart,
    response: z.object({ id: z.int() }),
    errors: ['ERROR_EXPERIMENT_STATE'],
  },
  'POST /admin/v1/pace/experiment/end': {
    summary: '比較を終える(すべての定期便にお届けのペースをご提案する)',
    permission: 'setting.write',
    response: z.object({}),
    errors: ['ERROR_EXPERIMENT_STATE'],
  },
} as const satisfies AdminEndpoints
