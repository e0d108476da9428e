{{- define "genius.name" -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "genius.selector" -}}
app.kubernetes.io/name: genius
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "genius.labels" -}}
{{ include "genius.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{- /* The pods, of the Deployment and of the StatefulSet alike. */ -}}
{{- define "genius.pod" -}}
metadata:
  labels:
    {{- include "genius.labels" . | nindent 4 }}
  annotations:
    # Another settings file is another pod.
    checksum/settings: {{ toJson .Values.settings | sha256sum | quote }}
    {{- if not .Values.serviceMonitor.enabled }}
    prometheus.io/scrape: "true"
    prometheus.io/port: {{ .Values.ports.web | quote }}
    prometheus.io/path: /metrics
    {{- end }}
    {{- with .Values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  automountServiceAccountToken: false
  # The variables of services, GENIUS_PORT among them, are named as settings are.
  enableServiceLinks: false
  # Streams of events that are under way have ten seconds for their last decisions.
  terminationGracePeriodSeconds: 30
  {{- with .Values.imagePullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1654
    fsGroup: 1654
    seccompProfile: { type: RuntimeDefault }
  containers:
    - name: genius
      image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      args: [genius, serve, --config, /etc/genius/genius.json]
      env:
        {{- if .Values.database.secret }}
        - name: GENIUS_Database
          valueFrom:
            secretKeyRef: { name: {{ .Values.database.secret | quote }}, key: {{ .Values.database.key | quote }} }
        {{- else }}
        - { name: GENIUS_Store, value: /data/events }
        {{- end }}
        {{- range .Values.secretVariables }}
        - name: {{ .name }}
          valueFrom:
            secretKeyRef: { name: {{ .secret | quote }}, key: {{ .key | quote }} }
        {{- end }}
      ports:
        - { name: grpc, containerPort: {{ .Values.ports.grpc }} }
        - { name: http, containerPort: {{ .Values.ports.http }} }
        - { name: web, containerPort: {{ .Values.ports.web }} }
      startupProbe:
        httpGet: { path: /health/startup, port: web }
        periodSeconds: 1
        failureThreshold: 60
      readinessProbe:
        httpGet: { path: /health/ready, port: web }
        periodSeconds: 5
      livenessProbe:
        httpGet: { path: /health/live, port: web }
        periodSeconds: 10
      resources:
        {{- toYaml .Values.resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        capabilities: { drop: [ALL] }
      volumeMounts:
        - { name: settings, mountPath: /etc/genius, readOnly: true }
        {{- if not .Values.database.secret }}
        - { name: data, mountPath: /data }
        {{- end }}
  volumes:
    - name: settings
      configMap: { name: {{ include "genius.name" . }} }
  {{- with .Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}
