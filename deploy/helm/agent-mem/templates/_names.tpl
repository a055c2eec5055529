{{- /* Cut, so that a Service's name, the longest of which ends in -working-memory-grpc, has 63 characters at most. */}}
{{- define "agent-mem.fullname" -}}
{{- $name := ternary .Release.Name (printf "%s-%s" .Release.Name .Chart.Name) (contains .Chart.Name .Release.Name) }}
{{- $name | trunc 43 | trimSuffix "-" }}
{{- end }}

{{- /* Takes (dict "root" $ "component" name). What a Deployment's selector holds can never change. */}}
{{- define "agent-mem.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "agent-mem.labels" -}}
{{ include "agent-mem.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "agent-mem.serviceAccount" -}}
{{- if .Values.serviceAccount.name }}{{ .Values.serviceAccount.name }}
{{- else if .Values.serviceAccount.create }}{{ include "agent-mem.fullname" . }}
{{- else }}default{{ end }}
{{- end }}

{{- define "agent-mem.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- /* Where Pulsar's admin REST is: as given, or beside its WebSocket API. */}}
{{- define "agent-mem.adminUrl" -}}
{{- if .Values.bus.adminUrl }}
{{- .Values.bus.adminUrl | trimSuffix "/" }}
{{- else if hasPrefix "ws" .Values.bus.url }}
{{- .Values.bus.url | replace "wss://" "https://" | replace "ws://" "http://" | trimSuffix "/" }}
{{- else }}
{{- fail "bus.adminUrl: must be given where autoscaling.by is backlog and bus.url is pulsar://" }}
{{- end }}
{{- end }}
