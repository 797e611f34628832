{{- define "candelabra.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else }}{{ printf "%s-%s" .Release.Name $name | trunc 50 | trimSuffix "-" }}{{ end -}}
{{- end }}

{{/* Labels by which pods are found. Call with (list $ "api"). */}}
{{- define "candelabra.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: {{ default $root.Chart.Name $root.Values.nameOverride | quote }}
app.kubernetes.io/instance: {{ $root.Release.Name | quote }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "candelabra.labels" -}}
{{ include "candelabra.selector" . }}
{{- $root := index . 0 }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version }}
{{- end }}

{{- define "candelabra.image" -}}
{{- with .Values.image -}}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ default $.Chart.AppVersion .tag }}{{ end -}}
{{- end -}}
{{- end }}

{{/* Seconds until the port closes, as the process has them: SHUTDOWN_DELAY_SECONDS, 5 where it is not set. */}}
{{- define "candelabra.shutdownDelaySeconds" -}}
{{- default "5" .Values.config.SHUTDOWN_DELAY_SECONDS | int -}}
{{- end }}

{{/* preStop, the delay, the nine seconds in which a process exits, and six to spare. */}}
{{- define "candelabra.terminationGracePeriodSeconds" -}}
{{- $root := index . 0 -}}
{{- add (index . 1) (include "candelabra.shutdownDelaySeconds" $root | int) 9 6 -}}
{{- end }}

{{/* Names of the secrets of a component that are configured, as a JSON list: each has its own alone. */}}
{{- define "candelabra.secretNames" -}}
{{- $root := index . 0 -}}
{{- $database := list "DATABASE_URL" "DATABASE_DIRECT_URL" "NATS_URL" -}}
{{- $allowed := dict "migrate" $database "api" (concat $database (list "REDIS_URL" "JWT_SECRET")) "worker" (concat $database (list
  "REDIS_URL" "EXCHANGE_ENDPOINTS" "HEADLINE_FEEDS" "EQUITY_ENDPOINT" "ALPACA_KEY_ID" "ALPACA_SECRET_KEY" "TIINGO_TOKEN")) -}}
{{- $configured := list -}}
{{- range $name := get $allowed (index . 1) -}}
{{- if (index $root.Values.secrets $name).existingSecret }}{{ $configured = append $configured $name }}{{ end -}}
{{- end -}}
{{- toJson $configured -}}
{{- end }}

{{/* Environment of a component: what is the same for all of them from the ConfigMap, secrets as names of files. */}}
{{- define "candelabra.secretEnvironment" -}}
{{- range $name := include "candelabra.secretNames" . | fromJsonArray }}
- name: {{ $name }}_FILE
  value: /run/secrets/candelabra/{{ $name }}
{{- end }}
{{- end }}

{{- define "candelabra.volumeMounts" -}}
{{- $root := index . 0 -}}
- name: tmp
  mountPath: /tmp
- name: secrets
  mountPath: /run/secrets/candelabra
  readOnly: true
{{- with $root.Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "candelabra.volumes" -}}
{{- $root := index . 0 -}}
- name: tmp
  emptyDir:
    sizeLimit: {{ $root.Values.tmpSizeLimit }}
- name: secrets
  projected:
    defaultMode: 0440
    sources:
    {{- range $name := include "candelabra.secretNames" . | fromJsonArray }}
    {{- with index $root.Values.secrets $name }}
      - secret:
          name: {{ .existingSecret | quote }}
          items:
            - key: {{ .key | quote }}
              path: {{ $name }}
    {{- end }}
    {{- end }}
{{- with $root.Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "candelabra.podSecurityContext" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "candelabra.containerSecurityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* Probes on a port: alive while the process runs, ready while it can do its work. */}}
{{- define "candelabra.probes" -}}
startupProbe:
  httpGet: { path: /health, port: {{ . }} }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /health, port: {{ . }} }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /ready, port: {{ . }} }
  periodSeconds: 2
  timeoutSeconds: 3
  failureThreshold: 2
{{- end }}

{{/* What the schema of the values cannot say. */}}
{{- define "candelabra.refuseContradictions" -}}
{{- with .Values -}}
{{- if not (or .secrets.JWT_SECRET.existingSecret .config.JWT_JWKS_URI .config.JWT_JWKS_FILE) -}}
{{- fail "tokens: set secrets.JWT_SECRET.existingSecret, config.JWT_JWKS_URI or config.JWT_JWKS_FILE" -}}
{{- end -}}
{{- range $name, $secret := .secrets -}}
{{- if and $secret.existingSecret (get $.Values.config $name) -}}
{{- fail (printf "config.%s and secrets.%s.existingSecret are both set: keep one of them" $name $name) -}}
{{- end -}}
{{- end -}}
{{- range $component := list "api" "worker" -}}
{{- with (index $.Values $component).autoscaling -}}
{{- if and .enabled (gt (int .minReplicas) (int .maxReplicas)) -}}
{{- fail (printf "%s.autoscaling: minReplicas %d is more than maxReplicas %d" $component (int .minReplicas) (int .maxReplicas)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and .worker.autoscaling.enabled (not .worker.autoscaling.prometheusAddress) -}}
{{- fail "worker.autoscaling.prometheusAddress: KEDA needs the address of a Prometheus that scrapes the pods" -}}
{{- end -}}
{{- if and .ingress.enabled (not .service.enabled) -}}
{{- fail "ingress.enabled needs service.enabled" -}}
{{- end -}}
{{- end -}}
{{- end }}
