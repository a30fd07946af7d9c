import type { Env } from '../config/env.ts'
import { noTrace, type Trace } from './trace.ts'

/**
 * Enabled only by the standard variables `OTEL_EXPORTER_OTLP_ENDPOINT` or `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`. If
 * disabled, nothing of OpenTelemetry is loaded.
 */
export async function makeTrace(env: Env): Promise<Trace> {
  const isNamed = env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  if (!isNamed || env.OTEL_SDK_DISABLED === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return noTrace
  const { openTelemetry } = await import('./open-telemetry.ts')
  return openTelemetry(env)
}
